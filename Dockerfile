# The whole product in one container. Without DATABASE_URL it keeps its data in the embedded database below /data.
#
#   docker build -t lumiere .
#   docker run --env-file .env -p 3000:3000 -v lumiere:/data lumiere
#
# Another npm registry or its certificate: --secret id=npmrc,src=$HOME/.npmrc

ARG BASE=node:20-bookworm-slim
# images of the stages that only change with the packages, where they are at hand
ARG PACKAGES=packages
ARG RUNTIME=runtime

# `npm ci` refuses the lock file of another platform: docs/decisions/0003
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# mends the database driver after the installation: docs/decisions/0012
COPY patches ./patches
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm install --no-save

# without what only building needs
FROM ${PACKAGES} AS production
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm prune --no-save --omit=dev

FROM ${BASE} AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin lumiere \
  && install --directory --owner=lumiere --group=lumiere --mode=0750 /data
COPY --from=production /app/package.json ./
COPY --from=production /app/node_modules ./node_modules

FROM ${PACKAGES} AS build
COPY . .
RUN npm run build

FROM ${RUNTIME}
COPY --from=build /app/drizzle ./drizzle
COPY --from=build /app/build ./build
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT.replace(/\\D/g, '') || 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that it gets the signal to stop
CMD ["node", "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"]
