import { consoleWords } from '../console-words.ts'
import { get, post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, ref, text } from '../kit/field.ts'

const out = { direction: 'out' } as const

/** Bytes of a module. */
export const maxModuleBytes = 262_144

/** A version of a module: its text is never sent. */
export interface ContainerVersion {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly hash: string
  readonly bytes: number
  /** The names that it exports. */
  readonly exports: readonly string[]
  readonly createTime: string
  readonly createUserName: string | null
  readonly isActive: boolean
}

const containerId = { id: ref('外部处理器', 'External processor', { required: true }) }

/**
 * Modules that administrators have uploaded, whose exported functions jobs can run as processors of type 4 (`id#export`). Each runs in a
 * process of its own that reaches neither files nor the network. Specification 001, section 9.
 */
export const jobContainer = entity('job', 'jobContainer', ['外部处理器', 'External processors'], {
  title: 'containerName',
  rowLabel: ['外部处理器', 'external processor'],
  code: 'job_external',
  shared: 'closed',
  imports: { none: 'A processor is a file that is uploaded.' },
  fields: {
    containerName: text('处理器名称', 'Name of the processor', { required: true, max: 50, unique: true }),
    remark: longText(...consoleWords.remark, { max: 255 }),
    exportNames: text('导出函数', 'Exported functions', out),
    /** Of the active version; null while none is active. */
    activeHash: text('启用版本（SHA-256）', 'Active version (SHA-256)', out),
  },
  search: ['containerName'],
  list: ['containerName', 'exportNames', 'activeHash', 'remark', 'updateTime'],
  essential: ['containerName', 'exportNames'],
  actions: {
    /** Stores a version, without activating it. The same bytes are the same version. */
    upload: post(
      {
        ...containerId,
        content: text('模块文件（Base64）', 'File of the module (Base64)', { required: true, max: 350_000 }),
      },
      { label: ['上传版本', 'Upload a version'], output: shaped<Pick<ContainerVersion, 'hash' | 'exports'>>() },
    ),
    /** From now on, runs use this version; those that go on keep theirs. */
    activate: post(
      { ...containerId, hash: text('SHA-256', 'SHA-256', { required: true, max: 64 }) },
      { label: ['启用版本', 'Activate a version'] },
    ),
    /** The versions of a module, the newest first; at most 100. */
    versions: get(containerId, {
      label: ['版本', 'Versions'],
      access: { perm: ['job_external'] },
      output: shaped<readonly ContainerVersion[]>(),
    }),
  },
})
