# docker build -t webfetch-mcp .
# docker run -i --rm webfetch-mcp                                     stdio
# docker run --rm -p 8080:8080 -v ./tokens:/tokens:ro \
#   -e HTTP_TOKENS_FILE=/tokens webfetch-mcp --http 0.0.0.0:8080      HTTP
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /webfetch-mcp ./examples/mcp

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /webfetch-mcp /webfetch-mcp
EXPOSE 8080
ENTRYPOINT ["/webfetch-mcp"]
