import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { sm2 } from 'sm-crypto-v2'

export interface Server {
  readonly url: string
  readonly pid: number
  /** Seconds from its start until it printed its address. */
  readonly ready: number
  readonly stop: () => Promise<void>
}

/** Arguments of Node for the built server, as `npm start` gives them; `startServer` gives its environment. */
export const builtServer = ['--max-semi-space-size=4', '--enable-source-maps', 'dist/main.js']

const running: ChildProcess[] = []
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server as a child process and waits for the address it prints. */
export const startServer = async (args: string[], env: NodeJS.ProcessEnv = {}, cwd = '.'): Promise<Server> => {
  const startTime = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, MALLOC_ARENA_MAX: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const exit = once(child, 'exit')
  let output = ''
  const url = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk) => {
      if (output.length > 10_000) return
      output += chunk
      const [address] = output.match(/http:\/\/\S+/) ?? []
      if (address) done(address)
    })
    child.once('exit', () => fail(new Error(`${args.at(-1)} ended: ${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
  }
  return { url, pid: child.pid as number, ready: (performance.now() - startTime) / 1000, stop }
}

const ticksPerSecond = 100

/** CPU seconds of a process; NaN on systems without /proc. */
export const cpuOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

const restingShare = 0.03
const longestRest = 120

/** Waits until a server has done what follows its start: less than 3 % of a core over two seconds, or an error after two minutes. */
export const waitForRest = async (pid: number): Promise<void> => {
  for (let seconds = 0; seconds < longestRest; seconds += 2) {
    const before = cpuOf(pid)
    await new Promise((done) => setTimeout(done, 2000))
    if (!(cpuOf(pid) - before > 2 * restingShare)) return
  }
  throw new Error(`The server works for more than ${longestRest} s after its start.`)
}

/** Resident megabytes of a process. */
export const memoryOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Logs in as a browser does; resolves to the access token. */
export const login = async (url: string, account: string, password: string): Promise<string> => {
  const key = (await (await fetch(`${url}/api/caict-auth/oauth/public-key`)).json()) as { data: string }
  const response = await fetch(`${url}/api/caict-auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('saber:')}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      type: 'account',
      scope: 'all',
      tenantId: '000000',
      username: account,
      password: sm2.doEncrypt(password, key.data, 1),
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}
