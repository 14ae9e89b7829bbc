import { expect, test } from 'vitest'
import { menu } from '#contract/system/menu.ts'
import { menusCall } from './early-menus.ts'

test('the early call for the menus is the declared one', () => {
  const { method, path, output } = menu.calls.routes
  expect(menusCall).toEqual({ method, path, output: { as: output.as } })
})
