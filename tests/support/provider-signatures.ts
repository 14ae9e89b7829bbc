import { createHash, createHmac } from 'node:crypto'
import type { ReceivedCall } from './recording-server.ts'

/** The signatures of the two SMS providers, recomputed from received calls as their manuals describe. */

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const fieldOf = (authorization: string, name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? ''
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const headerLines = ({ headers }: ReceivedCall, names: string) =>
  names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('')

/** ACS3-HMAC-SHA256 of Alibaba Cloud: the signature in the header and the expected one. */
export const aliyunSignature = (call: ReceivedCall, secret: string) => {
  const authorization = String(call.headers.authorization)
  const names = fieldOf(authorization, 'SignedHeaders')
  const query = [...call.query].sort().map(([name, value]) => `${percent(name)}=${percent(value)}`)
  const canonical = [call.method, call.path, query.join('&'), headerLines(call, names), names, sha256(call.body)]
  const expected = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical.join('\n'))}`)
  return { actual: fieldOf(authorization, 'Signature'), expected: expected.toString('hex') }
}

/** TC3-HMAC-SHA256 of Tencent Cloud, whose client signs the host without its port. */
export const tencentSignature = (call: ReceivedCall, secret: string) => {
  const callWithoutPort: ReceivedCall = {
    ...call,
    headers: { ...call.headers, host: call.headers.host?.split(':')[0] ?? '' },
  }
  const authorization = String(callWithoutPort.headers.authorization)
  const names = fieldOf(authorization, 'SignedHeaders')
  const [, date = '', service = '', end = ''] = fieldOf(authorization, 'Credential').split('/')
  const canonical = [
    callWithoutPort.method,
    callWithoutPort.path,
    '',
    headerLines(callWithoutPort, names),
    names,
    sha256(callWithoutPort.body),
  ].join('\n')
  const scope = [date, service, end].join('/')
  const toSign = ['TC3-HMAC-SHA256', callWithoutPort.headers['x-tc-timestamp'], scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), end)
  return { actual: fieldOf(authorization, 'Signature'), expected: hmac(key, toSign).toString('hex') }
}
