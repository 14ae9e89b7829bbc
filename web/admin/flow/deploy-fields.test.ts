import { expect, test } from 'vitest'
import { categoryKeyOf } from '#contract/flow/categories.ts'
import { deployFieldsFor, deploymentOf, initialDeployment } from './deploy-fields.tsx'

const [common, custom] = [1, 2]

test('tenants are asked for only for a custom process', () => {
  expect(Object.keys(deployFieldsFor(initialDeployment))).toEqual(['category', 'mode'])
  expect(Object.keys(deployFieldsFor({ mode: custom }))).toEqual(['category', 'mode', 'tenantIds'])
  for (const field of Object.values(deployFieldsFor({ mode: custom }))) expect(field.required).toBe(true)
})

test('the type is sent as a category, from which the server reads the same type', () => {
  const { category } = deploymentOf({ category: '3', mode: common })
  expect(category).toBe('flow_3')
  expect(categoryKeyOf(category)).toBe(3)
})

test('tenants that were chosen before the mode changed are not sent', () => {
  expect(deploymentOf({ category: '1', mode: custom, tenantIds: '000000,100001' }).tenantIds).toBe('000000,100001')
  expect(deploymentOf({ category: '1', mode: common, tenantIds: '000000,100001' }).tenantIds).toBe('')
})
