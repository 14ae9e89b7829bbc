import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'

const methods = ['GET', 'POST'] as const

/** The error of an unmatched request: 404 for an unknown address, 405 for a wrong method. */
export const noRouteFault = (server: FastifyInstance, { url }: FastifyRequest): Fail => {
  const path = url.split('?', 1)[0] as string
  return methods.some((method) => server.hasRoute({ method, url: path }))
    ? new Fail(['不支持当前请求方法', 'This request method is not supported'], 405)
    : new Fail(['请求的地址不存在', 'The requested address does not exist'], 404)
}
