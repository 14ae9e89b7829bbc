import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { maxRows } from '#contract/kit/value-schemas.ts'
import { paging } from '#contract/kit/verbs.ts'
import { uploadLimits } from '#contract/storage/upload.ts'
import { post } from '#contract/system/post.ts'
import { serverOptions } from '#server/base/http/server-options.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'

/** The examples of docs/guides/api.md, as a stranger would use them: the client is generated, compiled and run. */
const guide = readFileSync('docs/guides/api.md', 'utf8')
const run = promisify(execFile)

interface Example {
  readonly language: string
  readonly name: string
  readonly text: string
}

const examples: readonly Example[] = [...guide.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', name = '', text = '']) => ({ language, name, text }),
)
const programs = examples.filter(({ language }) => language === 'ts')

let platform: Platform
let admin: Caller
let folder: string
beforeAll(async () => {
  platform = await openPlatform({ CAPTCHA: 'on' })
  admin = await platform.admin()
  mkdirSync('node_modules/.cache', { recursive: true })
  folder = mkdtempSync(resolve('node_modules/.cache/api-guide-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
})

/** As strict as the compiler can be; `skipLibCheck` is about the packages, not about the client. */
const compilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', rootDir: '.', outDir: 'out', types: ['node'] },
}

/** The output of a program; throws with all that it wrote if it fails. */
const outputOf = async (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const options = { cwd: folder, env: { ...process.env, BASE: platform.url, ...env }, maxBuffer: 10_000_000 }
  const { stdout } = await run(program, args, options).catch((error: { message: string; stdout: string }) => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })
  return stdout
}

describe('the page about the API', () => {
  test('has a client that is generated, compiles strictly, and runs its tour', async () => {
    const root = process.cwd()
    await run(process.execPath, ['--import', 'tsx', 'tools/client.ts', folder], { cwd: root })
    for (const { name, text } of programs) writeFileSync(join(folder, name), text)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: programs.map(({ name }) => name) }),
    )
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    expect(await outputOf(join(root, 'node_modules/.bin/tsc'), ['-p', '.'])).toBe('')
    const environment = { PASSWORD: inject('adminPassword') }
    expect(await outputOf(process.execPath, ['out/tour.js'], environment)).toBe('done\n')
    const rows = await admin.get(post.calls.removed, { postCode_equal: 'tour' })
    expect(rows.records).toMatchObject([{ postName: '接口示例', sort: 8 }])
  })

  test('has commands that a shell runs', async () => {
    const commands = examples.filter(({ language }) => language === 'sh')
    expect(commands).toHaveLength(1)
    for (const { text } of commands) {
      const output = await outputOf('bash', ['-eu', '-c', text], { TOKEN: admin.token as string })
      const answers = output.split(/(?<=\})(?=\{"code")/).map((line) => JSON.parse(line) as { success: boolean })
      expect(answers.map(({ success }) => success)).toEqual([true, true, true])
    }
    expect((await admin.get(post.calls.list, { postCode_equal: 'curl' })).total).toBe(1)
  })

  test('has no example that is not run, and the limits of the server', () => {
    expect(programs.map(({ name }) => name)).toEqual(['client.ts', 'login.ts', 'key.ts', 'tour.ts'])
    expect(examples).toHaveLength(5)
    const limits = guide.slice(guide.indexOf('| --- | --- |'))
    const bytes = (count: number) => `${count / 1024 / 1024} MB`
    for (const limit of [paging.size.max, paging.current.max, maxRows]) expect(limits).toContain(`| ${limit} |`)
    expect(limits).toContain(`| ${bytes(uploadLimits.attachment)} |`)
    expect(limits).toContain(`| ${bytes(serverOptions.bodyLimit)};`)
  })

  test('says everything in both languages', () => {
    const titles = [...guide.matchAll(/^##? (.+)$/gm)].map(([, title]) => title as string)
    expect(titles.length).toBeGreaterThan(7)
    expect(titles.filter((title) => !/[\u4e00-\u9fff].* \/ [A-Z]|^用 curl \/ With curl$/.test(title))).toEqual([])
  })
})
