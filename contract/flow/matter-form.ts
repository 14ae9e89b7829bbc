import { consoleWords } from '../console-words.ts'
import { post, row } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { type Choice, choice, flag, int, longText, refs, text } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'
import { matterFields } from './matter-fields.ts'
import { matterSamples } from './matter-samples.ts'

/**
 * The form of a type of process that has none of its own, such as 用印申请 (docs/decisions/0162): who may start it, and with which fields.
 * A form makes its entry of the dictionary of process types.
 */
export const matterForm = entity('flow', 'matterForm', ['事项表单', 'Forms of matters'], {
  rowLabel: ['事项表单', 'form of matters'],
  title: 'name',
  shared: true,
  fields: {
    name: text('事项名称', 'Name of the matter', { required: true, max: 50, unique: true }),
    nameEn: text(...consoleWords.englishName, { max: 100 }),
    note: longText('办理说明', 'What to know before', { max: 500 }),
    isOpen: flag('允许发起', 'Can be started', { required: true, initial: 1 }),
    startRoles: refs('可发起的角色', 'Roles that may start it', {
      of: 'role',
      emptyMeans: ['未选择：任何人都不能发起', 'None selected: nobody may start it'],
    }),
    /** Besides whoever started or handles a matter: they read its page and files, and act on nothing. */
    readRoles: refs('可查看全部的角色', 'Roles that read all of them', {
      of: 'role',
      emptyMeans: ['未选择：仅发起人和办理人可以查看', 'None selected: only those who take part read a matter'],
    }),
    fields: matterFields,
    /** The key of its type in the dictionary of process types. */
    categoryKey: int(...consoleWords.processCategory, { direction: 'out' }),
    version: int('表单版本', 'Version of the form', { direction: 'out' }),
  },
  search: ['name', 'isOpen'],
  list: ['name', 'isOpen', 'startRoles', 'version', 'updateTime'],
  formOnly: ['isOpen'],
  imports: { none: 'The fields of a form do not fit into a row.' },
  actions: {
    /** Adds a form that the platform brings, which nobody may start yet, and its drawing to the models. Answers the form. */
    addSample: post(
      {
        sample: choice('示例', 'Sample', { required: true, choices: Object.entries(matterSamples) as Choice[] }),
      },
      {
        label: ['从示例添加', 'Add from a sample'],
        access: { perm: ['matter_form_add'] },
        output: row({ id: base.id }),
        button: {
          at: 'toolbar',
          label: ['从示例添加', 'Add from a sample'],
          confirmText: [
            '将添加一个事项表单及其流程模型，两者均可再修改。',
            'This adds a form and its process model. You can change both.',
          ],
          doneWord: [
            '已添加表单和流程模型。请设置可发起的角色，并在模型管理中部署。',
            'The form and its model were added. Choose who may start it, and deploy the model.',
          ],
        },
      },
    ),
  },
})
