import { consoleWords } from '#contract/console-words.ts'
import type { InOf } from '#contract/kit/call.ts'
import { faulty } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { menu } from '#contract/system/menu.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { Ctx } from '../../engine/context.ts'
import { findRow, rowsOf, saveRow } from '../../engine/crud.ts'
import type { MenuRow } from '../access/user-menus.ts'
import { copyBelow, formValues, rowsBelow } from '../reference/copy-rows.ts'

type CopyInput = InOf<typeof menu.calls.copy>
type SaveInput = InOf<typeof menu.calls.submit>
type Names = Pick<MenuRow, 'code' | 'path'>

/** The code of a copied row: it begins with the new code where the old one began with the old code. */
const copiedCode = (code: string, from: Names, to: Names) =>
  code.startsWith(`${from.code}_`) ? to.code + code.slice(from.code.length) : `${to.code}_${code}`

const copiedPath = (path: string | null, from: Names, to: Names) =>
  path && from.path && to.path && path.startsWith(`${from.path}/`)
    ? to.path + path.slice(from.path.length)
    : path && `${path}-copy`

const copiedName = (name: string) => fill(consoleWords.copyName, name)[0]

/** Names of menus are unique, so those of copied menus must be free. */
const assertNamesFree = (all: readonly MenuRow[], copied: readonly MenuRow[]) => {
  const names = new Set(all.flatMap(({ category, name }) => (category === 1 ? [name] : [])))
  const taken = copied.find(({ category, name }) => category === 1 && names.has(copiedName(name)))
  if (taken)
    throw faulty([
      {
        at: 'range',
        text: fill(['下级菜单“{0}”已存在', 'The menu “{0}” exists already below another one'], copiedName(taken.name)),
      },
    ])
}

/** Adds a menu like another one, with what is below it as requested. `validate` completes the values of a new menu. */
export const copyMenu = async (
  ctx: Ctx,
  { menuId, range, ...names }: CopyInput,
  validate: (ctx: Ctx, input: SaveInput) => Promise<SaveInput>,
): Promise<{ id: string }> => {
  const from = await findRow(ctx, menu, menuId)
  const values = await validate(ctx, { ...formValues(menu, from), ...names })
  const copy = await saveRow(ctx, menu, values)
  const to = { code: String(names.code), path: names.path ?? null }
  const all = range === 'menu' ? [] : await rowsOf(ctx, menu)
  const below = rowsBelow(all, from.id)
  const copied = range === 'all' ? below : below.filter((row) => row.parentId === from.id && row.category === 2)
  assertNamesFree(all, copied)
  await copyBelow(ctx, menu, copied, { from: from.id, to: copy.id }, ({ category, code, name, nameEn, path }) => ({
    code: copiedCode(code, from, to),
    ...(category === 1
      ? {
          name: copiedName(name),
          nameEn: nameEn && fill(consoleWords.copyName, nameEn)[1],
          path: copiedPath(path, from, to),
        }
      : {}),
  }))
  await writeAudit(ctx, 'menu', copy.id, 'copy', null, { from: from.code })
  return copy
}
