import { createHmac, randomBytes } from 'node:crypto'

const mark = 'whsec_'

export const newSecret = (): string => mark + randomBytes(32).toString('base64')

interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly time: number
  readonly body: string
}

/**
 * The headers of a delivery as Standard Webhooks defines them: HMAC-SHA256 over id, time and body. While a secret is being changed there
 * is a signature by each.
 */
export const signatureHeaders = ({ id, time, body }: Signed, secrets: readonly string[]): Record<string, string> => {
  const signatureBy = (secret: string) => {
    const key = Buffer.from(secret.slice(mark.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': secrets.map(signatureBy).join(' '),
  }
}
