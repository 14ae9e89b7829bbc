import { expect, test } from 'vitest'
import { removalTexts } from './removal-words.ts'

const zh = (preview: Parameters<typeof removalTexts>[0]) => removalTexts(preview).map(([text]) => text)

test('a removal names the version that becomes current', () => {
  const next = { version: 2, isCommon: false, isSuspended: false }
  expect(zh({ version: 3, next, running: 0, runningElsewhere: 4 })).toEqual([
    '删除 V3 后，上一版本 V2 成为当前版本，新发起的流程按它办理。',
    '没有实例正在按 V3 办理。',
    '其他版本的 4 个在办实例不受影响，按原版本办完。',
  ])
  expect(zh({ version: 3, next: { ...next, isSuspended: true }, running: 0, runningElsewhere: 0 })[0]).toContain(
    '已挂起',
  )
  expect(zh({ version: 1, next: { ...next, isCommon: true }, running: 0, runningElsewhere: 0 })[0]).toContain(
    '通用流程的 V2',
  )
})

test('a removal of the only version says that nobody can start the process, and which instances end', () => {
  expect(zh({ version: 1, next: null, running: 2, runningElsewhere: 0 })).toEqual([
    '删除 V1 后该流程没有其他版本，不能再发起。',
    '有 2 个实例正在按 V1 办理：不终止它们则不能删除；终止后申请保留，显示“流程已删除”。',
  ])
})

test('an English reader learns the same: what becomes current, and what ends or goes on', () => {
  const texts = (preview: Parameters<typeof removalTexts>[0]) => removalTexts(preview).map(([, en]) => en)
  const next = { version: 7, isCommon: false, isSuspended: true }
  expect(texts({ version: 9, next, running: 3, runningElsewhere: 4 })).toEqual([
    'When V9 is deleted, the version before it, V7, becomes the current one; it is suspended and has to be activated first.',
    '3 running on V9: unless they end, it cannot be deleted. Their requests stay and show that the process was deleted.',
    '4 running on other versions are not affected and finish there.',
  ])
  expect(
    texts({ version: 1, next: { ...next, isCommon: true, isSuspended: false }, running: 0, runningElsewhere: 0 }),
  ).toEqual([
    'When V1 is deleted, V7 of the common process becomes the current one: new requests follow it.',
    'No instance is running on V1.',
  ])
})
