# docker build -t webfetch-mcp .
# docker run -i --rm webfetch-mcp                                     stdio
# docker run --rm -p 8080:8080 -v ./tokens:/tokens:ro \
#   -e HTTP_TOKENS_FILE=/tokens webfetch-mcp --http 0.0.0.0:8080      HTTP
#
# The browser's sandbox needs user namespaces, which Docker's default seccomp
# profile refuses; without, the browser runs unsandboxed and says so. With
#   --security-opt seccomp=chrome.json
# (a profile that allows clone and unshare of namespaces) it has its sandbox.
FROM golang:1.26 AS build
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /webfetch-mcp ./examples/mcp

FROM debian:13-slim
RUN apt-get update -q \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends ca-certificates chromium-headless-shell fonts-dejavu-core tini \
	&& rm -rf /var/lib/apt/lists/* \
	&& useradd --system --no-create-home webfetch
COPY --from=build /webfetch-mcp /webfetch-mcp
USER webfetch
EXPOSE 8080
# tini takes the processes that a browser leaves when it is killed.
ENTRYPOINT ["tini", "--", "/webfetch-mcp"]
