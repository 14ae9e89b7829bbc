import { expect, test } from 'vitest'
import type { Figures } from '#contract/project/status.ts'
import { waitingFor } from './duties.ts'

const figures: Figures = {
  listed: 1260,
  byStage: [
    { status: 0, value: 40 },
    { status: 10, value: 25 },
    { status: 20, value: 30 },
    { status: 40, value: 15 },
    { status: 70, value: 18 },
  ],
}
const waiting = (codes: readonly string[], aliases: readonly string[]) =>
  waitingFor(figures, (code) => codes.includes(code), aliases).map(({ stage, value }) => [stage, value])

test('a city reviewer sees declarations to accept and declarations under review', () => {
  expect(waiting(['declaration_city'], ['city'])).toEqual([
    [10, 25],
    [20, 30],
  ])
})

test('a stage without declarations is not listed', () => {
  expect(waiting(['declaration_province'], ['province_miit'])).toEqual([])
})

test('an enterprise sees returned declarations before its drafts; an administrator sees no drafts of others', () => {
  expect(waiting(['declaration_submit'], ['enterprise'])).toEqual([
    [70, 18],
    [0, 40],
  ])
  expect(waiting(['declaration_submit'], ['administrator'])).toEqual([])
})

test('a stage is counted once even if the user has two permissions for it', () => {
  expect(waiting(['declaration_score', 'declaration_decide'], ['administrator'])).toEqual([[40, 15]])
})
