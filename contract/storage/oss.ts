import { consoleWords } from '../console-words.ts'
import { post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, dict, longText, ref, secret, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'

/** Keys of the dictionary `oss`. */
export const storageKinds = { minio: 1, qiniu: 2, aliyun: 3, tencent: 4, huawei: 5, amazon: 6, local: 7 } as const

const { tencent, huawei, amazon, local, ...others } = storageKinds
const remote = { category: [...Object.values(others), tencent, huawei, amazon] }

/** One step of a storage test and its error, both in the reader's language. */
export interface StorageTestStep {
  readonly step: string
  readonly done: boolean
  readonly fault: string | null
}

/** Values of `status` of a storage and of an SMS provider; only one of each is in use per tenant. */
export const useStates = [
  [1, ['未启用', 'Not in use']],
  [2, ['已启用', 'In use']],
] as const

/**
 * Storage of uploaded files: an S3-compatible bucket, or the server's own disk, which needs no row. Files stay in the
 * storage in which they were put; new files go to the one in use (docs/decisions/0023).
 */
export const oss = entity('storage', 'oss', consoleWords.objectStorage, {
  title: 'ossCode',
  rowLabel: ['对象存储', 'object storage'],
  screen: '/resource/oss',
  fields: {
    category: dict('存储类型', 'Type', { of: 'oss', required: true, initial: 1 }),
    ossCode: text(...consoleWords.resourceCode, { required: true, unique: true, max: 32 }),
    endpoint: text('接口地址', 'Endpoint', { required: true, rule: 'url', when: remote }),
    transformEndpoint: text('对外地址', 'Public address', { rule: 'url', when: remote }),
    accessKey: text('访问密钥编号', 'Access key', { required: true, max: 128, when: remote }),
    secretKey: secret('访问密钥', 'Secret key', { required: true, max: 256, when: remote }),
    bucketName: text('存储空间', 'Bucket', { required: true, max: 63, when: remote }),
    appId: text('应用编号', 'App ID', { required: true, max: 32, when: { category: [tencent] } }),
    region: text('地域', 'Region', { required: true, max: 32, when: { category: [tencent, huawei, amazon] } }),
    remark: longText(...consoleWords.remark, { max: 255 }),
    status: choice(...kitTerms.status, { direction: 'out', choices: useStates }),
  },
  search: ['category', 'ossCode', 'status'],
  imports: { none: 'A storage needs a secret key.' },
  list: ['ossCode', 'category', 'endpoint', 'bucketName', 'status', 'createTime'],
  actions: {
    enable: post(
      { id: ref(...consoleWords.objectStorage, { required: true }) },
      {
        button: {
          at: 'row',
          label: ['启用', 'Enable'],
          confirmText: [
            '启用后，新上传的文件将存放于此，原启用的存储随之停用，已有文件仍从原处读取。是否继续？',
            'New files will be stored here instead of in the current storage. Existing files stay where they are and remain available. Continue?',
          ],
        },
      },
    ),
    /** Writes a small file, reads it back, compares and removes it. */
    debug: post(
      { id: ref(...consoleWords.objectStorage, { required: true }) },
      { label: ['调试', 'Test'], body: 'multipart', output: shaped<readonly StorageTestStep[]>() },
    ),
  },
})
