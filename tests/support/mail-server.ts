import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { cleanUp } from './cleanup.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as received. */
  readonly source: string
}

/** A mail server on loopback that records what it receives; `reject` returns the answer to a recipient it does not accept. */
export const openMailServer = async (reject: (to: string) => { code: number; message: string } | null = () => null) => {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const answer = reject(address)
      done(answer ? Object.assign(new Error(answer.message), { responseCode: answer.code }) : null)
    },
    onData: (stream, { envelope }, done) => {
      text(stream).then((source) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
        done()
      }, done)
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => new Promise<void>((closed) => server.close(() => closed()))
  cleanUp(close)
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, close }
}

const decoded = (source: string): string => {
  const [, body = ''] = source.split(/\r\n\r\n(.*)/s)
  if (/content-transfer-encoding: base64/i.test(source)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /quoted-printable/i.test(source) ? Buffer.from(bytes, 'latin1').toString('utf8') : body
}

/** The text of a mail. */
export const textOf = ({ source }: ReceivedMail): string => decoded(source)

/** A header of a mail, without encoded words. */
export const headerOf = ({ source }: ReceivedMail, name: string): string => {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
}
