import { get, post, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, ref, text, time } from '../kit/field.ts'
import { words } from '../words.ts'

/** States of a public notice: a draft is changed and published, a published one stays or is withdrawn (docs/decisions/0163). */
export const noticeStates = { draft: 1, published: 2, withdrawn: 3 } as const
export type NoticeState = (typeof noticeStates)[keyof typeof noticeStates]

/** A declaration that a notice names. */
export interface NoticeFile {
  readonly id: string
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly place: string
  /** Whether it can still be published with this notice; of one that is published, whether its notice runs. */
  readonly isCurrent: boolean
}

/** The version of a notice that the caller has read: a text that was changed since is not published. */
const version = text('已阅版本', 'Version read', { required: true, max: 40 })

/** A notice as visitors read it, or will read it, and what the caller can do with it. */
export interface NoticeView {
  readonly version: string
  readonly title: string
  readonly state: NoticeState
  readonly organisation: string
  readonly publishedAt: string | null
  readonly html: string
  /** Address of the article in the portal, once it is published. */
  readonly address: string | null
  /** Those that the caller sees. */
  readonly files: readonly NoticeFile[]
  /** How many declarations wait for a notice of the same template and batch, and are not in this draft. */
  readonly others: number
  /** Whether somebody has requested its withdrawal, and why. */
  readonly isRequested: boolean
  readonly withdrawalReason: string | null
  /** Why the caller cannot publish it now, or agree to its withdrawal; null if they can, or nothing of it is open. */
  readonly refusal: string | null
}

const id = ref('公示公告', 'Public notice', { of: 'publicNotice', required: true })
const out = { direction: 'out' } as const

/** What visitors and declarants read of a withdrawal. */
export const withdrawalReason = longText('撤销原因（对外公布）', 'Reason (it is published)', {
  required: true,
  max: 500,
  rule: 'finished',
})

const access = { perm: ['public_notice_publish'], staff: true } as const

/**
 * The public notice of the declarations of a template, or of one of its batches, that have passed the review: drafted by one person and
 * published by another one, as an article. Their period begins with it (docs/decisions/0163).
 */
export const publicNotice = entity('project', 'publicNotice', ['公示公告', 'Public notices'], {
  rowLabel: ['公示公告', 'public notice'],
  title: 'title',
  fields: {
    title: text('公告标题', 'Title', { required: true, max: 200 }),
    templateId: ref('申报模板', 'Template', { of: 'template', required: true }),
    batchId: ref('申报批次', 'Batch', { of: 'batch', emptyMeans: ['不限批次', 'Any batch'] }),
    columnId: ref('所属栏目', 'Column', { of: 'column', required: true }),
    intro: longText('公告正文', 'Opening', {
      max: 2000,
      rule: 'finished',
      emptyMeans: ['未填写：使用标准文本', 'Left empty: a standard text'],
    }),
    organisation: text('公示单位', 'Issued by', { required: true, max: 100 }),
    contactName: text('联系人', 'Contact', { required: true, max: 20 }),
    phone: text('联系电话', 'Phone', { required: true, rule: 'telephone', max: 20 }),
    email: text('电子邮箱', 'E-mail', { rule: 'email', max: 100 }),
    postAddress: text('通信地址', 'Postal address', { max: 200 }),
    fileCount: int('项目数', 'Projects', out),
    noticeState: choice('公告状态', 'Status', {
      ...out,
      required: true,
      initial: 1,
      choices: [
        [1, ['拟稿', 'Draft']],
        [2, ['已发布', 'Published']],
        [3, ['已撤销', 'Withdrawn']],
      ],
    }),
    author: ref('拟稿人', 'Drafted by', { of: 'user', ...out }),
    publisher: ref('发布人', 'Published by', { of: 'user', ...out }),
    publishedAt: time('发布时间', 'Published at', out),
    noticeUntil: time('公示截止时间', 'Public notice until', out),
    withdrawalBy: ref('申请撤销人', 'Withdrawal requested by', { of: 'user', ...out }),
    withdrawalReason: longText('撤销原因', 'Reason of the withdrawal', { ...out, max: 500 }),
    articleId: ref('公告文章', 'Article', { of: 'pressRelease', ...out }),
  },
  search: ['title', 'templateId', 'batchId', 'noticeState'],
  imports: { none: 'A notice names declarations.' },
  list: ['title', 'noticeState', 'batchId', 'fileCount', 'author', 'publishedAt', 'noticeUntil'],
  essential: ['title', 'noticeState', 'noticeUntil'],
  formOnly: ['title', 'templateId', 'batchId', 'columnId', 'intro', 'organisation'],
  verbs: ['page', 'detail', 'save', 'update', 'remove'],
  perms: { view: words.view, publish: ['发布和撤销公示公告', 'Publish and withdraw notices'] },
  actions: {
    /** The declarations under public notice for which no notice is published, by template and batch. */
    waiting: get(
      {},
      {
        label: ['待发布公示的申报', 'Declarations that wait for a notice'],
        access: { perm: ['public_notice'], staff: true },
        output: rows({
          templateId: ref('申报模板', 'Template', { required: true }),
          templateName: text('模板名称', 'Name', { required: true }),
          batchName: text('批次名称', 'Name'),
          count: int('申报数', 'Declarations', { required: true }),
          drafted: int('已拟稿', 'In a draft', { required: true }),
        }),
      },
    ),
    /** A notice as it is read, with its declarations. */
    read: get(
      { id },
      {
        label: ['公示公告内容', 'Text of a notice'],
        access: { perm: ['public_notice'], staff: true },
        output: shaped<NoticeView>(),
      },
    ),
    /** Publishes a draft that the caller has read in this version: from its page. */
    publish: post({ id, version }, { label: ['发布公告', 'Publish the notice'], access }),
    requestWithdrawal: post(
      { id, reason: withdrawalReason },
      { label: ['申请撤销公告', 'Request the withdrawal'], access },
    ),
    /** Agrees to a withdrawal whose reason the caller has read. */
    withdraw: post({ id, version }, { label: ['同意撤销公告', 'Withdraw the notice'], access }),
    refuseWithdrawal: post({ id }, { label: ['不同意撤销', 'Refuse the withdrawal'], access }),
  },
})
