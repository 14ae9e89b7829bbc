import { generalMatter } from '#contract/desk/general-matter.ts'
import { matterForm } from '#contract/flow/matter-form.ts'
import { role } from '#contract/system/role.ts'
import { withChanges } from './definitions.ts'
import type { Caller } from './platform.ts'
import { readLeave } from './process-files.ts'

/** 用印申请 as an administrator declares it. */
export const sealFields = [
  { fieldName: '用印事由', kind: 'text', isRequired: 1, code: 'reason' },
  { fieldName: '印章', kind: 'choice', isRequired: 1, options: '公章\n合同章', code: 'seal' },
  { fieldName: '份数', kind: 'decimal', isRequired: 1, code: 'copies' },
  { fieldName: '经手人', kind: 'person', isRequired: 0, code: 'clerk' },
  { fieldName: '用印文件', kind: 'files', isRequired: 0, code: 'papers' },
] as const

/** A process like that of a leave: approved by a named person, by the head too if there are more than three copies. */
export const sealProcess = (key: string): string =>
  withChanges(
    readLeave(),
    ['process id="leave" name="请假流程"', `process id="${key}" name="用印流程"`],
    ['bpmnElement="leave"', `bpmnElement="${key}"`],
    ['days > 3', 'copies > 3'],
    ['days <= 3', 'copies <= 3'],
  )

export const roleIdOf = async (admin: Caller, alias: string): Promise<string> =>
  (await admin.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === alias)?.id ?? ''

/** Declares a form that the people of a role can start; resolves to its row. */
export const addForm = async (admin: Caller, name: string, startRole: string) => {
  const row = { name, isOpen: 1, startRoles: await roleIdOf(admin, startRole), fields: sealFields }
  const { id } = await admin.get(matterForm.calls.submit, row as never)
  return admin.get(matterForm.calls.detail, { id })
}

/** Starts a matter; resolves to its id, which the call itself does not answer. */
export const startMatter = async (
  by: Caller,
  definitionId: string,
  { title, taskUser, ...content }: Readonly<Record<string, unknown>>,
): Promise<string> => {
  await by.get(generalMatter.calls.startProcess, {
    processDefinitionId: definitionId,
    title: String(title),
    taskUser: String(taskUser),
    content: JSON.stringify(content),
  })
  const { records } = await by.get(generalMatter.calls.list, { size: 1, descs: 'id' })
  return String(records[0]?.id)
}
