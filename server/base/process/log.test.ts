import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'

const [file, exitFile] = ['log.ts', 'exit.ts'].map((name) => pathToFileURL(join(import.meta.dirname, name)).href)

/** The lines that a separate process writes to its standard output. */
const logLines = (level: string, code: string): Record<string, unknown>[] => {
  const script = `import { makeLog } from ${JSON.stringify(file)}\nconst log = makeLog(${JSON.stringify(level)})\n${code}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  if (stderr.includes('Error')) throw new Error(stderr)
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('the log', () => {
  test('has one JSON line per event, with the time in ISO format', () => {
    const [line, ...rest] = logLines('info', `log.info({ route: 'a.b', ms: 3 }, 'request'); log.debug('not this')`)
    expect(rest).toEqual([])
    expect(line).toMatchObject({ level: 30, route: 'a.b', ms: 3, msg: 'request' })
    expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  test('never contains secrets, at the top level or one level below', () => {
    const secrets = {
      password: 's1x',
      password2: 's1x',
      oldPassword: 's1x',
      newPassword: 's1x',
      newPassword1: 's1x',
      token: 's1x',
      access_token: 's1x',
      refresh_token: 's1x',
      clientSecret: 's1x',
      authorization: 's1x',
    }
    const [line] = logLines(
      'info',
      `log.info({ ...${JSON.stringify(secrets)}, body: ${JSON.stringify(secrets)}, kept: 'k' })`,
    )
    expect(JSON.stringify(line)).not.toContain('s1x')
    expect(line).toMatchObject({ password: '***', kept: 'k', body: { refresh_token: '***' } })
  })

  test('never contains personal data, authentication headers, or the query of a URL', () => {
    const request = {
      url: '/api/oauth/token?username=a&password=s1x',
      headers: { 'Blade-Auth': 's1x', cookie: 's1x' },
      phone: '139s1x',
      email: 's1x@example.com',
      initialPassword: 's1x',
    }
    const [line] = logLines('info', `log.info({ request: ${JSON.stringify(request)} })`)
    expect(JSON.stringify(line)).not.toContain('s1x')
    expect(line).toMatchObject({ request: { url: '/api/oauth/token', phone: '***' } })
  })

  test.each([
    ['a signal', 'await new Promise((done) => setTimeout(done, 10_000))', `process.kill(process.pid, 'SIGTERM')`],
    ['an error', '', `setImmediate(() => { throw new Error('x') })`],
    ['a failed start', `throw new Error('x')`, ''],
  ])('is written whole before the process ends after %s', (_, start, end) => {
    const lines = logLines(
      'info',
      `const { runProcess } = await import(${JSON.stringify(exitFile)}); process.stderr.write = () => true
      runProcess(async () => { for (let n = 0; n < 500; n++) log.info({ n }, 'request'); ${end}; ${start} })`,
    )
    expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })

  test('is empty at the level silent', () => {
    expect(logLines('silent', `log.fatal('x')`)).toEqual([])
  })
})
