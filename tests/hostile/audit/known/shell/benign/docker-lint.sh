#!/bin/sh
docker run --rm -v "$PWD:/src:ro" -w /src hadolint/hadolint hadolint Dockerfile
