import { expect, test } from 'vitest'
import { type BackupState, describeBackups } from './backup-health.ts'

const last = {
  ...{ path: '/b/platform-20261124-023000.backup', hours: 5, seconds: 9, bytes: 2_097_152, missingFiles: 0 },
  ...{ proof: { rows: 1200, files: 3, entries: 40 }, doubt: null, isCopied: true },
}
const state: BackupState = { enabled: true, last, failure: null, isKeyWithData: false, hasBucket: true }
const describe = (more: Partial<BackupState>) => describeBackups({ ...state, ...more })

test.each<[string, Partial<NonNullable<BackupState['last']>>, string, string]>([
  ['proved', {}, 'good', '已验证'],
  ['of yesterday', { hours: 47 }, 'good', '已验证'],
  ['of two days ago', { hours: 48 }, 'bad', '已过期'],
  ['not proved', { proof: null, doubt: ['不能创建数据库', 'may not create databases'] }, 'bad', '未验证'],
  ['not copied to the bucket', { isCopied: false }, 'bad', '未复制'],
])('a backup that is %s is seen', (_, more, tone, words) => {
  const described = describe({ last: { ...last, ...more } })
  expect([described.tone, described.words[0]]).toEqual([tone, words])
  if (more.doubt) expect(described.note[0]).toMatch(/^不能创建数据库；/)
})

test('a backup has its age, size, duration, proof and how it is restored; a failure, a pause and the place of the key are named', () => {
  expect([describe({}).figure[0], describe({}).note[0]]).toEqual([
    '5 小时前',
    '已恢复到临时数据库并比对 1,200 行、3 个文件，审计链 40 条完整；2.0 MB，用时 9 秒；对象存储中已有副本；恢复：npm run restore -- /b/platform-20261124-023000.backup',
  ])
  expect(describe({ enabled: false, isKeyWithData: true }).note[0]).toMatch(
    /；定时备份已暂停；密钥 backup\.key 只在数据目录中/,
  )
  const failed = describe({ failure: ['磁盘已满', 'the disk is full'] })
  expect([failed.tone, failed.words[0], failed.note[0]]).toEqual([
    'bad',
    '备份失败',
    expect.stringMatching(/^磁盘已满；/),
  ])
  expect(describe({ last: null }).words[0]).toBe('等待中')
  expect(describe({ enabled: false, last: null })).toMatchObject({ tone: 'calm', words: ['自行备份', 'Manual'] })
})

test.each<[string, boolean, boolean | null, string]>([
  ['was copied', true, true, '；对象存储中已有副本；'],
  ['could not be copied', true, false, '；对象存储中没有此备份的副本；'],
  ['was made before there was a bucket', true, null, '；对象存储中没有此备份的副本；'],
  ['was copied to a bucket that is no longer set', false, true, '；对象存储中已有副本；'],
  ['has no bucket', false, null, '；仅存于本机：未配置对象存储副本（BACKUP_S3_…）；'],
])('a backup that %s says where its copy is', (_, hasBucket, isCopied, sentence) => {
  expect(describe({ hasBucket, last: { ...last, isCopied } }).note[0]).toContain(sentence)
})

test('before the first backup only a bucket that is missing is named', () => {
  expect(describe({ last: null, hasBucket: false }).note[1]).toBe(
    'only on this server: no bucket for copies is set (BACKUP_S3_…)',
  )
  expect(describe({ last: null }).note[1]).toBe('')
})
