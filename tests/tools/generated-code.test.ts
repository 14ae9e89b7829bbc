import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { codeGeneration } from '#contract/develop/code-generation.ts'
import { dataModel } from '#contract/develop/data-model.ts'
import { datasource } from '#contract/develop/datasource.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, openPlatform } from '../support/platform.ts'
import { openShop } from '../support/shop-database.ts'

let admin: Caller
let datasourceId: string
const copy = mkdtempSync(join(tmpdir(), 'generated-'))

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Runs a command in the copy; what it printed is in the error if it fails. */
const runThere = (command: string, ...parameters: string[]) => {
  try {
    return execFileSync(command, parameters, {
      cwd: copy,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${parameters.join(' ')}\n${stdout.slice(-6000)}\n${stderr.slice(-2000)}`)
  }
}

beforeAll(async () => {
  cleanUp(() => rmSync(copy, { recursive: true, force: true }))
  for (const path of git('ls-files', '--cached', '--others', '--exclude-standard')) {
    cpSync(path, join(copy, path), { recursive: true })
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  const shop = await openShop()
  admin = await (await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })).admin()
  datasourceId = (await admin.get(datasource.calls.submit, { category: 1, name: '商城', ...shop })).id
})

/** A model as the screen makes it of a table; `rename` gives properties to columns whose names have no Latin letters. */
const addModel = async (
  modelTable: string,
  modelClass: string,
  modelName: string,
  rename: Record<string, string> = {},
) => {
  const model = { datasourceId, modelName, modelCode: modelTable, modelTable, modelClass }
  const { id: modelId } = await admin.get(dataModel.calls.submit, model)
  const guesses = await admin.get(dataModel.calls.modelPrototype, { modelId, datasourceId })
  const renamed = guesses.map((one) => ({ ...one, propertyName: rename[one.jdbcName] ?? one.propertyName }))
  await admin.get(dataModel.calls.submitList, renamed as never)
  return modelId
}

test('an entity of each template is part of the platform: types, style, plan, migration and its own tests pass', async () => {
  const customer = await addModel('t_customer', 'ShopCustomer', '商城客户')
  const order = await addModel('t_order', 'ShopOrder', '商城订单')
  const item = await addModel('t_order_item', 'ShopItem', '订单明细')
  const category = await addModel('分类', 'ShopCategory', '商品分类', { 编号: 'no', 名称: 'categoryName' })
  const settings = [
    { modelId: customer, codeName: '客户', tableName: 't_customer', templateType: 'crud' },
    {
      modelId: order,
      codeName: '订单',
      tableName: 't_order',
      templateType: 'sub',
      subModelId: item,
      subFkId: 'order_id',
    },
    ...[
      {
        modelId: category,
        codeName: '分类',
        tableName: '分类',
        templateType: 'tree',
        treeId: '编号',
        treePid: 'parent_id',
        treeName: '名称',
      },
    ],
  ] as const
  const ids: string[] = []
  for (const one of settings) {
    const { id } = await admin.get(codeGeneration.calls.submit, { serviceName: 'caict-project', ...one } as never)
    ids.push(id)
  }
  const archive = await admin.raw('POST', `${codeGeneration.calls.genCode.path}?ids=${ids.join()}`)
  writeFileSync(join(copy, 'code.zip'), Buffer.from(await archive.arrayBuffer()))
  runThere('python3', '-m', 'zipfile', '-e', 'code.zip', dirname(join(copy, 'unpacked', 'x')))
  // a folder that leads out of the project takes nothing, and nothing is written in part
  const [folder, moved] = [join(copy, 'contract/project'), join(copy, 'moved')]
  renameSync(folder, moved)
  symlinkSync(mkdtempSync(join(tmpdir(), 'outside-')), folder)
  expect(() => runThere('git', 'apply', 'unpacked/changes.patch')).toThrow(/symbolic link/)
  expect(readFileSync(join(copy, 'contract/index.ts'), 'utf8')).toBe(readFileSync('contract/index.ts', 'utf8'))
  rmSync(folder)
  renameSync(moved, folder)
  runThere('git', 'apply', 'unpacked/changes.patch')
  runThere('rm', '-r', 'code.zip', 'unpacked')
  runThere('npx', 'tsx', 'tools/routes.ts')
  runThere('npx', 'biome', 'ci', 'contract')
  // what imports the declarations by name is checked without them; only these files are new
  const narrow = {
    extends: './tsconfig.json',
    compilerOptions: { noEmit: true, incremental: false },
    include: ['contract/index.ts'],
  }
  writeFileSync(join(copy, 'tsconfig.narrow.json'), JSON.stringify(narrow))
  runThere('npx', 'tsc', '-p', 'tsconfig.narrow.json')
  const all = ['house', 'texts', 'routes', 'export-columns'].map((name) => `tests/${name}.test.ts`)
  runThere('npx', 'vitest', 'run', '--project', 'node', '--update', ...all)
  const own = ['tests/entities.test.ts', 'tests/declarations.test.ts']
  const names = 'agree in every table|shopCustomer|shopOrder|shopCategory'
  expect(runThere('npx', 'vitest', 'run', '--project', 'node', ...own, '-t', names)).toMatch(/Tests .* passed/)
})
