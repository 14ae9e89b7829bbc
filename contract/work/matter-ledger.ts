import { generalMatter } from '../desk/general-matter.ts'
import { flowDictionary } from '../flow/categories.ts'
import { entity } from '../kit/entity.ts'
import { dict, ref, time } from '../kit/field.ts'
import { workFields } from './task-fields.ts'

const out = { direction: 'out' } as const
const { title, formId, matterState } = generalMatter.fields

/**
 * 事务台账: all general matters that the caller reads: their own, those that they handle or have handled, and those of forms that name a
 * role of theirs (docs/decisions/0162). Of one form, an export has its fields too.
 */
export const matterLedger = entity('work', 'matterLedger', ['事务台账', 'Ledger of matters'], {
  title: 'title',
  rowLabel: ['通用事项', 'general matter'],
  isView: true,
  fields: {
    title: { ...title, ...out },
    /** The key of the type that its form makes. */
    categoryKey: dict(...formId.label, { of: flowDictionary, ...out }),
    starterId: { ...workFields.startUserId },
    deptId: ref('发起部门', 'Department', { of: 'dept', ...out }),
    matterState: { ...matterState },
    taskName: { ...workFields.taskName },
    taskDefinitionKey: { ...workFields.taskDefinitionKey },
    applyTime: time('发起时间', 'Started at', out),
    endTime: { ...workFields.endTime },
    processDefinitionId: ref('流程定义', 'Definition', out),
    processInstanceId: ref('流程实例', 'Instance', out),
  },
  search: ['title', 'categoryKey', 'matterState', 'applyTime', 'endTime'],
  list: ['title', 'categoryKey', 'starterId', 'deptId', 'matterState', 'taskName', 'applyTime', 'endTime'],
  verbs: ['list'],
})
