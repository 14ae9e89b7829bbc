import { describe, expect, test } from 'vitest'
import type { Upload } from '#web/form/uploads.ts'
import { countUploads, uploadWords, withFile } from './part-uploads.ts'

describe('a file that arrives after its part was left', () => {
  const values = { title: '甲', rows: [{ id: 'r1', proof: null, pictures: '7,8' }, { id: 'r2' }] }

  test('takes the place of the file of its field', () => {
    expect(withFile(values, 'rows.r1.proof', '9', false)).toEqual({
      ...values,
      rows: [{ id: 'r1', proof: '9', pictures: '7,8' }, { id: 'r2' }],
    })
  })

  test('is added to the files of a field for several', () => {
    expect(withFile(values, 'rows.r1.pictures', '9', true).rows).toEqual([
      { id: 'r1', proof: null, pictures: '7,8,9' },
      { id: 'r2' },
    ])
    expect(withFile(values, 'rows.r2.pictures', '9', true).rows).toEqual([
      { id: 'r1', proof: null, pictures: '7,8' },
      { id: 'r2', pictures: '9' },
    ])
  })

  test('is left out if its row was removed meanwhile', () => {
    expect(withFile(values, 'rows.r3.proof', '9', false)).toEqual(values)
  })

  test('is put into a group that nobody has filled in', () => {
    expect(withFile({}, 'factory.plan', '9', false)).toEqual({ factory: { plan: '9' } })
  })
})

test('a list of parts says how many files of each are on their way, and how many were refused', () => {
  const upload = (owner: string, state: Upload['state']): Upload => ({
    key: 1,
    owner,
    at: 'a',
    name: 'a.pdf',
    state,
    share: 0,
    message: null,
  })
  const all = [
    upload('declaration-7-innovation', 'sending'),
    upload('declaration-7-innovation', 'interrupted'),
    upload('declaration-7-innovation', 'failed'),
    upload('declaration-7-material', 'sending'),
    upload('declaration-77-innovation', 'sending'),
  ]
  expect(countUploads(all, '7', 'innovation')).toEqual({ running: 2, failed: 1 })
  expect(uploadWords(countUploads(all, '7', 'innovation')).map(([zh]) => zh)).toEqual([
    '2 个文件正在上传',
    '1 个文件未能上传',
  ])
  expect(uploadWords(countUploads(all, '7', 'contact'))).toEqual([])
})
