import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Route } from './http.ts'
import { openapi } from './openapi.ts'

/** `/api/docs/json` is the OpenAPI description, `/api/docs` its page. A separate scope: no cost for other routes. */
export const serveDocs = (server: FastifyInstance, routes: readonly Route[]) =>
  server.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: openapi(routes) as never } })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'none', filter: true },
    })
  })
