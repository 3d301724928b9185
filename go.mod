module github.com/parley-rules/parley

go 1.26

require (
	github.com/fatih/color v1.13.0
	github.com/golang/protobuf v1.5.4
	github.com/hashicorp/go-hclog v1.6.3
	github.com/hashicorp/go-plugin v1.8.0
	github.com/hashicorp/yamux v0.1.2
	github.com/inconshreveable/mousetrap v1.1.0
	github.com/mattn/go-colorable v0.1.12
	github.com/mattn/go-isatty v0.0.17
	github.com/oklog/run v1.1.0
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	github.com/stretchr/testify v1.12.1
	github.com/tetratelabs/wazero v1.12.0
	github.com/vmihailenco/msgpack/v5 v5.4.1
	github.com/vmihailenco/tagparser/v2 v2.0.0
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/net v0.38.0
	golang.org/x/sys v0.44.0
	golang.org/x/text v0.23.0
	google.golang.org/genproto/googleapis/rpc v0.0.0-20231106174013-bbf56f31fb17
	google.golang.org/grpc v1.61.0
	google.golang.org/protobuf v1.36.6
)
