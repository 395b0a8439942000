# docker build -t webfetch-mcp .                      with Chromium, for pages that need scripts
# docker build -t webfetch-mcp --target slim .        without: 40 MB, no shell
#
# docker run -i --rm --read-only --tmpfs /tmp webfetch-mcp                                 stdio
# docker run --rm --read-only --tmpfs /tmp -p 8080:8080 -v ./tokens:/tokens:ro \
#   -e HTTP_TOKENS_FILE=/tokens webfetch-mcp --http 0.0.0.0:8080                           HTTP
#
# The browser's sandbox needs user namespaces, which Docker's default seccomp
# profile refuses; without, the browser runs unsandboxed and says so. With
#   --security-opt seccomp=chrome.json
# (a profile that allows clone and unshare of namespaces) it has its sandbox.
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG TARGETOS TARGETARCH
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false -ldflags="-s -w -buildid=" -o /webfetch-mcp ./examples/mcp

FROM scratch AS slim
LABEL io.modelcontextprotocol.server.name="io.github.webfetch-mcp/webfetch-go"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /webfetch-mcp /webfetch-mcp
USER 65532:65532
EXPOSE 8080
ENTRYPOINT ["/webfetch-mcp"]

FROM debian:13-slim
LABEL io.modelcontextprotocol.server.name="io.github.webfetch-mcp/webfetch-go"
RUN apt-get update -q \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends ca-certificates chromium-headless-shell fonts-dejavu-core tini \
	&& rm -rf /var/lib/apt/lists/*
COPY --from=build /webfetch-mcp /webfetch-mcp
USER 65532:65532
ENV HOME=/tmp
EXPOSE 8080
# tini takes the processes that a browser leaves when it is killed.
ENTRYPOINT ["tini", "--", "/webfetch-mcp"]
