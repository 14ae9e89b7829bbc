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

/** An instance as the server has it. */
export interface StoredInstance {
  readonly instanceId: string
  readonly jobId: string
  readonly status: number
  readonly result?: string
  readonly [name: string]: unknown
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
    /** Names of jobs that it does not accept, with its reason. */
    refused: new Map<string, string>(),
    instances: [] as StoredInstance[],
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
  const save = (body: string) => {
    const { id, ...job } = JSON.parse(body) as Record<string, unknown>
    const refusal = state.refused.get(String(job.jobName))
    if (refusal) return no(refusal)
    const saved = storedForm(job, String(id ?? ++state.serial))
    state.jobs = [...state.jobs.filter((one) => one.id !== saved.id), saved]
    return yes(saved.id)
  }
  const setJob = (id: string, status: number) => {
    if (!state.jobs.some((job) => job.id === id)) return no(`can't find job by jobId: ${id}`)
    state.jobs = state.jobs.map((job) => (job.id === id ? { ...job, status } : job))
    return yes(null)
  }
  /** Changes an instance if it has one of these statuses. */
  const setInstance = (id: string, from: readonly number[], change: Partial<StoredInstance>) => {
    const instance = state.instances.find(({ instanceId }) => instanceId === id)
    if (!instance || !from.includes(instance.status)) return no(`instance ${id} is ${instance?.status ?? 'unknown'}`)
    state.instances = state.instances.map((one) => (one === instance ? { ...one, ...change } : one))
    return yes(null)
  }
  const formCalls: Readonly<Record<string, (form: URLSearchParams) => { json: unknown }>> = {
    fetchAllJob: () => yes(state.jobs),
    enableJob: (form) => setJob(form.get('jobId') ?? '', 1),
    disableJob: (form) => setJob(form.get('jobId') ?? '', 2),
    deleteJob: (form) => setJob(form.get('jobId') ?? '', 99),
    runJob: (form) => {
      const [jobId, instanceParams] = [form.get('jobId') ?? '', form.get('instanceParams')]
      const instanceId = String(++state.serial)
      state.instances.push({
        ...{ instanceId, jobId, instanceParams, status: 1, runningTimes: 0 },
        actualTriggerTime: 0,
      })
      return yes(instanceId)
    },
    fetchInstanceInfo: (form) =>
      yes(state.instances.find(({ instanceId }) => instanceId === form.get('instanceId')) ?? null),
    stopInstance: (form) =>
      setInstance(form.get('instanceId') ?? '', [1, 2, 3], { status: 10, result: 'stopped by user' }),
    cancelInstance: (form) => setInstance(form.get('instanceId') ?? '', [1], { status: 9, result: 'canceled by user' }),
    retryInstance: (form) => setInstance(form.get('instanceId') ?? '', [4, 5, 9, 10], { status: 1, result: '' }),
  }
  const work = ({ path, body }: ReceivedCall) => {
    const name = path.replace('/openApi/', '')
    if (name === 'saveJob') return save(String(body))
    return formCalls[name]?.(new URLSearchParams(String(body))) ?? { status: 404, json: { error: 'Not Found' } }
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
