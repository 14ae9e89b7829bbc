import type { Text } from '#contract/kit/text.ts'
import { Unreachable } from '../base/http/outgoing.ts'

/** Errors before a service answers, by the error codes of Node and of the libraries. */
const connectionErrors: readonly (readonly [pattern: RegExp, words: Text])[] = [
  [/^(ENOTFOUND|EAI_)/, ['接口地址的域名无法解析', 'The host name of the endpoint cannot be resolved']],
  [
    /^ECONNREFUSED/,
    [
      '服务拒绝连接，请核对接口地址与端口',
      'The service refused the connection; please check the endpoint address and port',
    ],
  ],
  [/^(ECONNRESET|EPIPE)/, ['连接被对方中断', 'The connection was closed by the service']],
  [
    /^(ETIMEDOUT|\w*Timeout|TimeoutError|RequestTimeoutError|EHOSTUNREACH|ENETUNREACH)/,
    ['连接超时', 'The service did not answer in time'],
  ],
  [
    /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/,
    [
      '安全连接（TLS）失败，证书不受信任或协议不符',
      'The secure connection (TLS) failed: untrusted certificate or unsupported protocol',
    ],
  ],
]

const refusedAddressTexts: Readonly<Record<Unreachable['why'], Text | null>> = {
  plain: [
    '接口地址须使用 https；内网服务须由运维列入 OUTGOING_HOSTS',
    'The endpoint must use https; for an internal service, its host must be listed in OUTGOING_HOSTS',
  ],
  inward: [
    '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS',
    'The endpoint is on an internal network; its host must be listed in OUTGOING_HOSTS',
  ],
  failed: null,
}

/** An error and its causes, outermost first. */
const chainOf = (error: unknown, maxDepth = 6): Error[] =>
  error instanceof Error && maxDepth > 0
    ? [error, ...(error instanceof AggregateError ? error.errors : []), ...chainOf(error.cause, maxDepth - 1)]
    : []

/** The Node error codes in a message: some libraries report the original error only there. */
const codesIn = (message: string) => message.match(/\b(E[A-Z]{4,}|[A-Z]+(_[A-Z]+)+)\b/g) ?? []

/** The codes and names of an error and its causes, outermost first. */
export const errorNamesOf = (error: unknown): string[] =>
  chainOf(error).flatMap((cause) => [
    String((cause as NodeJS.ErrnoException).code ?? ''),
    cause.name,
    ...codesIn(cause.message),
  ])

/** Why a service is unavailable or must not be called, as a text for the administrator; null for other errors. */
export const connectionErrorText = (error: unknown): Text | null => {
  for (const cause of chainOf(error))
    if (cause instanceof Unreachable && refusedAddressTexts[cause.why]) return refusedAddressTexts[cause.why]
  const names = errorNamesOf(error)
  return connectionErrors.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? null
}
