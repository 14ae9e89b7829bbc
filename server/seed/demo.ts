import type { FastifyInstance } from 'fastify'
import type { App } from '../engine/context.ts'

export const sowDemo = async (_app: App, _server: FastifyInstance, _say: (line: string) => void): Promise<void> => {}
