import { expect, test } from 'vitest'
import { facilities } from './facilities.ts'
import { missingFrom, networkFields } from './network-values.ts'
import { privateNetwork } from './private-network.ts'

test('a private network fills in what is empty, and replaces nothing', () => {
  const network = { operator: 1, networkMode: 3, macroSites: 0, slices: null, contractNo: 'ZW-1', networkName: '一号' }
  expect(missingFrom(network, { networkMode: 2, operator: null, contractNo: '' })).toEqual([
    ['operator', 1],
    ['macroSites', 0],
    ['contractNo', 'ZW-1'],
  ])
})

test('the fields that it fills in are of the same kind in both', () => {
  const section = facilities.fields.network.fields
  for (const name of networkFields) expect([name, privateNetwork.fields[name].kind]).toEqual([name, section[name].kind])
})
