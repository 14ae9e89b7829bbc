import { expect, test } from 'vitest'
import { menu } from '#contract/system/menu.ts'
import { menusCall, permissionsCall } from './early-menus.ts'

test.each([
  [menusCall, menu.calls.routes],
  [permissionsCall, menu.calls.buttons],
])('an early call is the declared one', (early, { method, path, output }) => {
  expect(early).toEqual({ method, path, output: { as: output.as } })
})
