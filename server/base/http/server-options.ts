import { lazySerializers } from './lazy-serializers.ts'
import { serverTimeouts } from './limits.ts'
import { answerMalformedRequest } from './malformed-request.ts'

/** What the HTTP server is created with, whatever it serves. */
export const serverOptions = {
  logger: false,
  bodyLimit: 1024 * 1024,
  connectionTimeout: 0,
  forceCloseConnections: 'idle',
  ...serverTimeouts,
  clientErrorHandler: answerMalformedRequest,
  return503OnClosing: false,
  ajv: { customOptions: { coerceTypes: false } },
  schemaController: lazySerializers,
} as const
