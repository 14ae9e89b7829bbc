import { createHash } from 'node:crypto'
import { openRecordingServer, type ReceivedCall } from './recording-server.ts'

/** A job as the server has it: numbers for choices, `status` 1, 2 (paused) or 99 (deleted). Ids have more digits than a number keeps. */
export interface StoredJob {
  readonly id: string
  readonly [name: string]: unknown
}

const choices: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  timeExpressionType: { API: 1, CRON: 2, FIXED_RATE: 3, FIXED_DELAY: 4, WORKFLOW: 5 },
  executeType: { STANDALONE: 1, BROADCAST: 2, MAP_REDUCE: 3 },
  processorType: { BUILT_IN: 1, EXTERNAL: 4 },
  dispatchStrategy: { HEALTH_FIRST: 1, RANDOM: 2 },
}

/** A job that was saved, as it is read back; a choice that is no name of one is refused. */
const storedForm = ({ enable, lifeCycle, ...job }: Record<string, unknown>, id: string): StoredJob => {
  const numbers = Object.entries(choices).map(([field, values]) => {
    const number = values[String(job[field])]
    if (!number) throw new Error(`${field} is no name`)
    return [field, number]
  })
  return { ...job, ...Object.fromEntries(numbers), id, status: enable ? 1 : 2, lifecycle: JSON.stringify(lifeCycle) }
}

/** Ids are numbers on the wire. */
const wireForm = (answer: object): string => JSON.stringify(answer).replace(/"(\d{16,})"/g, '$1')

/**
 * A server with the OpenAPI of PowerJob: version 5 wants a token, version 4 the name and the password. Errors have status 200 and
 * `success: false`.
 */
export const openPowerJobServer = async (version: 4 | 5, jobs: StoredJob[] = []) => {
  const password = 'Scheduler-2468'
  const state = {
    jobs,
    serial: 488_457_356_049_383_680n,
    tokens: new Set<string>(),
    /** Tokens that are no longer valid. */
    expired: new Set<string>(),
    /** Names of jobs that it does not accept. */
    refused: new Set<string>(),
  }
  const yes = (data: unknown) => ({ json: wireForm({ success: true, data, message: null }) })
  const no = (message: string) => ({ json: { success: false, data: null, message } })
  const login = ({ path, body }: ReceivedCall) => {
    if (path === '/openApi/authApp' && version === 5) {
      const { encryptedPassword } = JSON.parse(String(body)) as { encryptedPassword: string }
      if (encryptedPassword !== createHash('md5').update(password).digest('hex')) return no('INVALID_APP_PASSWORD')
      const token = `token-${state.tokens.size + 1}`
      state.tokens.add(token)
      return yes({ appId: '1234567890123456789', token })
    }
    if (path === '/openApi/assert' && version === 4)
      return new URLSearchParams(String(body)).get('password') === password ? yes(7) : no('password error')
    return null
  }
  const work = ({ path, body }: ReceivedCall) => {
    if (path === '/openApi/fetchAllJob') return yes(state.jobs)
    if (path !== '/openApi/saveJob') return { status: 404, json: { error: 'Not Found' } }
    const { id, ...job } = JSON.parse(String(body)) as Record<string, unknown>
    if (state.refused.has(String(job.jobName))) return no('NOT_ALLOWED')
    const saved = storedForm(job, String(id ?? ++state.serial))
    state.jobs = [...state.jobs.filter((one) => one.id !== saved.id), saved]
    return yes(saved.id)
  }
  const server = await openRecordingServer((call) => {
    const answer = login(call)
    if (answer || version === 4) return answer ?? work(call)
    const token = String(call.headers['x-powerjob-access-token'])
    const isKnown = state.tokens.has(token) && !state.expired.has(token)
    return { ...(isKnown ? work(call) : no('INVALID_TOKEN')), headers: { 'X-POWERJOB-AUTH-PASSED': String(isKnown) } }
  })
  return { ...server, state, password }
}
