import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Route } from './context.ts'
import { apiGuide, guidePolicy } from './guide-page.ts'
import { guidePath, openapi } from './openapi.ts'

/** `/api/docs/json` is the OpenAPI description, `/api/docs` its page with a link to the guide. Hooks of the plugins apply only there. */
export const serveDocs = (server: FastifyInstance, routes: readonly Route[]) =>
  server.register(async (docsServer) => {
    docsServer.get(guidePath, (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', guidePolicy)
        .send(apiGuide()),
    )
    await docsServer.register(swagger, { mode: 'static', specification: { document: openapi(routes) as never } })
    await docsServer.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'none', filter: true },
    })
  })
