# An image whose command is `tzaar`: trainer and workers of a fleet alike (docs/scale-out.md).
FROM node:22-slim AS build
WORKDIR /build
COPY . .
RUN npm ci && npm run pack

FROM node:22-slim
WORKDIR /app
COPY --from=build /build/tzaar-zero-*.tgz ./
# No package runs a script when it is installed; --omit=dev is npm's way with a package anyway.
RUN npm init -y >/dev/null && npm install --ignore-scripts ./tzaar-zero-*.tgz bullmq@6 ioredis@6 aws4fetch@1 tsx@4 && rm ./*.tgz
USER node
ENTRYPOINT ["/app/node_modules/.bin/tzaar"]
