import { createHash } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { requestTimeoutMs } from '#contract/request-timeout.ts'
import { fetchExternal, Unreachable } from '../../base/http/outgoing.ts'
import { connectionErrorText } from '../../storage/connection-errors.ts'
import { parseLossless } from './lossless-json.ts'

/** An application at a server with the OpenAPI of PowerJob. */
export interface PowerJobApp {
  readonly url: string
  readonly name: string
  readonly password: string
}

export interface PowerJob {
  /** All jobs of the application, also deleted ones (status 99). */
  readonly fetchJobs: () => Promise<readonly unknown[]>
  /** Adds a job, or changes the one with `id`; resolves to its id. */
  readonly saveJob: (job: Readonly<Record<string, unknown>>) => Promise<string>
  readonly enableJob: (id: string) => Promise<void>
  readonly disableJob: (id: string) => Promise<void>
  readonly deleteJob: (id: string) => Promise<void>
  /** Runs a job at once; resolves to the id of the instance. */
  readonly runJob: (id: string, instanceParams: string | null) => Promise<string>
  /** What the server knows of an instance, as it sends it. */
  readonly fetchInstance: (id: string) => Promise<unknown>
  readonly stopInstance: (id: string) => Promise<void>
  /** Ends an instance that has not begun. */
  readonly cancelInstance: (id: string) => Promise<void>
  /** Runs an instance that has ended once more, under the same id. */
  readonly retryInstance: (id: string) => Promise<void>
}

interface Session {
  readonly appId: string
  /** Null at servers of version 4, which have none. */
  readonly token: string | null
}

interface Reply {
  readonly status: number
  readonly isAuthorized: boolean
  readonly success: boolean
  readonly data: unknown
  readonly message: string
}

/** The milliseconds that the next call may take. */
export type TimeLeft = () => number

/** Of a person's request all calls together, so that the sentence about the job server comes before the page gives up. */
export const requestLimitMs = requestTimeoutMs - 2000

/** Limits calls that follow each other to `limitMs` altogether, from now on. */
export const timeWithin = (limitMs: number): TimeLeft => {
  const ends = performance.now() + limitMs
  return () => Math.max(Math.ceil(ends - performance.now()), 1)
}

/** Limits each call for itself: for work that no request waits for, or one that waits longer. */
export const timeForEach: TimeLeft = () => requestLimitMs

const maxMessageLength = 200

const unreachable: Text = ['无法连接任务应用', 'The job server cannot be reached']
const refused: Text = ['任务应用返回错误：{0}', 'The job server returned an error: {0}']
const noLogin: Text = [
  '任务应用不接受应用名称或密码：{0}',
  'The job server does not accept the application or its password: {0}',
]
const notUnderstood: Text = [
  '对方的应答不是 PowerJob 接口的格式，请核对应用服务地址',
  'The answer is not one of the PowerJob interface; please check the address',
]

const bodyOf = (text: string): Partial<Reply> => {
  try {
    const body = parseLossless(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

const sender = ({ url, password }: PowerJobApp, trustedHosts: readonly string[], timeLeft: TimeLeft) => {
  // a server may repeat what it was sent
  const withoutPassword = (message: string) => (password ? message.replaceAll(password, '***') : message)
  return async (path: string, type: 'json' | 'form', content: object, session: Session | null): Promise<Reply> => {
    const headers = {
      'content-type': type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(session?.token ? { 'X-POWERJOB-APP-ID': session.appId, 'X-POWERJOB-ACCESS-TOKEN': session.token } : {}),
    }
    const body = type === 'json' ? JSON.stringify(content) : new URLSearchParams({ ...content }).toString()
    const call = fetchExternal(trustedHosts, timeLeft())
    const response = await call(`${url.replace(/\/$/, '')}/openApi/${path}`, { method: 'POST', headers, body }).catch(
      (error: unknown) => {
        throw error instanceof Unreachable ? new Fail(connectionErrorText(error) ?? unreachable) : error
      },
    )
    const { success, data, message } = bodyOf(await response.text())
    const isAuthorized = response.headers.get('X-POWERJOB-AUTH-PASSED') === 'true'
    return {
      status: response.status,
      isAuthorized,
      success: response.ok && success === true,
      data,
      message: withoutPassword(String(message ?? response.status)).slice(0, maxMessageLength),
    }
  }
}

/** The id in an answer, as digits. */
const idOf = (data: unknown): string => {
  if (/^\d+$/.test(String(data))) return String(data)
  throw new Fail(notUnderstood)
}

/** Logs in: with a token as of version 5, else by the name and the password alone. */
const login = async (send: ReturnType<typeof sender>, { name, password }: PowerJobApp): Promise<Session> => {
  const encryptedPassword = createHash('md5').update(password).digest('hex')
  const reply = await send('authApp', 'json', { appName: name, encryptedPassword, encryptType: 'md5' }, null)
  if (reply.success) {
    const { appId, token } = reply.data as { appId?: unknown; token?: unknown }
    return { appId: idOf(appId), token: String(token) }
  }
  if (reply.status !== 404) throw new Fail(fill(noLogin, reply.message))
  const older = await send('assert', 'form', { appName: name, password }, null)
  if (older.status === 404) throw new Fail(notUnderstood)
  if (!older.success) throw new Fail(fill(noLogin, older.message))
  return { appId: idOf(older.data), token: null }
}

/**
 * Connects to an application. PowerJob answers errors with status 200 and `success: false`; each error is a Fail with a sentence.
 * The password is in no message. A token that has expired is renewed once.
 */
export const connectPowerJob = async (
  app: PowerJobApp,
  trustedHosts: readonly string[],
  timeLeft: TimeLeft,
): Promise<PowerJob> => {
  const send = sender(app, trustedHosts, timeLeft)
  let session = await login(send, app)
  const ask = async (path: string, type: 'json' | 'form', content: object): Promise<unknown> => {
    const attempt = () => send(path, type, { ...content, appId: session.appId }, session)
    let reply = await attempt()
    if (session.token && !reply.isAuthorized) {
      session = await login(send, app)
      reply = await attempt()
    }
    if (!reply.success) throw new Fail(fill(refused, reply.message))
    return reply.data
  }
  const sendId =
    (path: string, name: 'jobId' | 'instanceId') =>
    async (id: string): Promise<void> => {
      await ask(path, 'form', { [name]: id })
    }
  return {
    enableJob: sendId('enableJob', 'jobId'),
    disableJob: sendId('disableJob', 'jobId'),
    deleteJob: sendId('deleteJob', 'jobId'),
    runJob: async (id, instanceParams) =>
      idOf(await ask('runJob', 'form', { jobId: id, ...(instanceParams ? { instanceParams } : {}) })),
    fetchInstance: (id) => ask('fetchInstanceInfo', 'form', { instanceId: id }),
    stopInstance: sendId('stopInstance', 'instanceId'),
    cancelInstance: sendId('cancelInstance', 'instanceId'),
    retryInstance: sendId('retryInstance', 'instanceId'),
    fetchJobs: async () => {
      const jobs = await ask('fetchAllJob', 'form', {})
      if (!Array.isArray(jobs)) throw new Fail(notUnderstood)
      return jobs
    },
    saveJob: async (job) => idOf(await ask('saveJob', 'json', job)),
  }
}
