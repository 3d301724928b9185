module example.org/nim

go 1.26

require (
	github.com/parley-rules/parley v0.0.0
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/tetratelabs/wazero v1.12.0 // indirect
	github.com/vmihailenco/msgpack/v5 v5.4.1 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/sys v0.44.0 // indirect
)

// In a copy outside this repository, give the path of Parley here.
replace github.com/parley-rules/parley => ../..
