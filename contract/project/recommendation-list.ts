import { call, file, nothing, shaped } from '../kit/call.ts'
import { choice, file as fileField, int, ref, text } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'

/** A version of the list of an office: the last one is in force, those before it are void. */
export interface ListVersion {
  readonly id: string
  readonly region: string
  readonly regionName: string
  /** Running within the batch and the place. */
  readonly number: number
  readonly isVoid: boolean
  /** Of what it says. */
  readonly sha256: string
  /** How many declarations it names. */
  readonly count: number
  readonly createdBy: string | null
  readonly createdAt: string
  /** The signed copy. */
  readonly scan: string | null
  readonly scanName: string | null
  readonly scannedBy: string | null
  readonly scannedAt: string | null
}

/** What the office of the caller needs for its next version. */
export interface OwnList {
  readonly region: string
  /** Why it cannot be made; null if the caller can. */
  readonly obstacle: string | null
  /** How the present list differs from the version in force; null if it does not, or there is none. */
  readonly difference: string | null
  /** Suggestions, from the last version or from the department and the site. */
  readonly office: string | null
  readonly addressee: string | null
}

export interface RecommendationLists {
  /** Null for those who only read the lists of the offices below them. */
  readonly own: OwnList | null
  /** The latest first; those of other places after the own ones. */
  readonly versions: readonly ListVersion[]
}

export const listWords: Text = ['推荐汇总表', 'List of recommendation']
export const letterWords: Text = ['推荐函', 'Letter of recommendation']

/** What a version can be downloaded as. */
export const listFormats = [
  ['list', listWords],
  ['letter', letterWords],
  ['sheet', ['推荐汇总表（xlsx）', 'List of recommendation (xlsx)']],
] as const
export type ListFormat = (typeof listFormats)[number][0]

const access = { perm: ['declaration_city', 'declaration_province', 'declaration_decide'], staff: true } as const
const batchId = ref('申报批次', 'Batch', { of: 'batch', required: true })
const id = ref('推荐汇总表', 'List of recommendation', { required: true })

/** Who recommends, and to whom, as the papers name them. */
export const listFields = {
  office: text('推荐单位（落款）', 'Office that recommends', { required: true, max: 60 }),
  addressee: text('主送单位', 'Addressed to', { required: true, max: 60 }),
} as const
export const scanFields = { scan: fileField('签章扫描件', 'Signed copy', { required: true }) } as const

/**
 * Lists and letters of recommendation of an office in a batch (docs/decisions/0164). They belong to no entity, as the order that they
 * state, so that no list, search, export, report, recycle bin or key reads them.
 */
export const recommendationList = {
  read: call('GET', 'caict-porject/recommendation-list/read', ['推荐汇总表列表', 'Lists of recommendation'], {
    access,
    input: { batchId },
    output: shaped<RecommendationLists>(),
  }),
  /** Makes a version of the list as the caller has seen it, with `version` and `digest` of the order. */
  create: call(
    'POST',
    'caict-porject/recommendation-list/create',
    ['生成推荐汇总表', 'Make a list of recommendation'],
    {
      access: { perm: ['declaration_city', 'declaration_province'], staff: true },
      input: {
        batchId,
        ...listFields,
        version: int('版本', 'Version', { required: true }),
        digest: text('列表摘要', 'Digest', { required: true, max: 64 }),
      },
      output: nothing,
    },
  ),
  paper: call(
    'GET',
    'caict-porject/recommendation-list/paper',
    ['下载推荐汇总表', 'Download a list of recommendation'],
    {
      access,
      input: { id, format: choice('格式', 'Format', { required: true, choices: listFormats }) },
      output: file,
    },
  ),
  /** Attaches the signed copy to a version of the own office. */
  attachScan: call(
    'POST',
    'caict-porject/recommendation-list/attach-scan',
    ['上传签章扫描件', 'Upload the signed copy'],
    {
      access: { perm: ['declaration_city', 'declaration_province'], staff: true },
      input: { id, ...scanFields },
      output: nothing,
    },
  ),
}

/** The name of the file of a version, without its ending. */
export const listFileName = (label: Text, batchName: string, regionName: string, number: number): Text => [
  `${label[0]}-${batchName}-${regionName}-第${number}号`,
  `${label[1]}-${batchName}-${regionName}-no${number}`,
]
