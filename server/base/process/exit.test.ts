import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'

const file = pathToFileURL(join(import.meta.dirname, 'exit.ts')).href

/** Runs a start function in a process of its own. */
const startProcess = (code: string) => {
  const script = `import { onExit, runProcess } from ${JSON.stringify(file)}\nrunProcess(async () => { ${code} })`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
}

describe('a process', () => {
  test('reports an uncaught error, runs its cleanup functions and exits with 1', async () => {
    const child = startProcess(`
      onExit(() => process.stdout.write('cleaned'))
      setImmediate(() => { throw new Error('broken') })
    `)
    const output: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(output.stdout).toBe('cleaned')
    expect(output.stderr).toContain('Error: broken')
  })

  test('whose terminal is gone exits after an uncaught error, too', async () => {
    const child = startProcess(`
      process.stdin.once('data', () => { throw new Error('broken') })
      process.stdout.write('ready')
    `)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stderr.destroy()
    const exited = once(child, 'exit')
    child.stdin.write('go')
    const [code] = await exited
    expect(code).toBe(1)
  })

  test('continues when its terminal is gone and it writes to it', async () => {
    const child = startProcess(`
      process.stdin.on('data', (chunk) => {
        if (String(chunk) === 'end') process.exit(7)
        process.stdout.write('lost')
        process.stderr.write('lost')
        setTimeout(() => process.getBuiltinModule('node:fs').writeSync(3, 'alive'), 50)
      })
      process.stdout.write('ready')
    `)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stderr.destroy()
    child.stdin.write('write')
    const report = child.stdio[3] as NodeJS.ReadableStream
    expect(String((await once(report, 'data'))[0])).toBe('alive')
    const exited = once(child, 'exit')
    child.stdin.write('end')
    expect((await exited)[0]).toBe(7)
  })
})
