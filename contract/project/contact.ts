import { flag, text } from '../kit/field.ts'
import { part } from './part.ts'
import { partLabels } from './part-labels.ts'

/** The declarant's commitment, made with each submission (docs/decisions/0129). */
export const confirmTruth = flag('本单位承诺', 'Commitment', {
  message: ['请勾选真实性承诺', 'Please tick the commitment'],
})

/** Where clients of the specification make it: they save it with the contact, once for all submissions. */
export const commitmentPath = 'contact.confirmTruth'

export const contact = part(
  'contact',
  'ProjectContact',
  partLabels.contact,
  [
    '请填写熟悉项目情况的人员，便于审核单位联系；联系方式不对外公开。',
    'Name people who know the project, so that reviewers can contact them. Contact details are never published.',
  ],
  {
    leaderName: text('项目负责人', 'Project leader', { required: true, max: 20 }),
    leaderTitle: text('负责人职务', "Leader's position", { max: 50 }),
    leaderPhone: text('负责人手机', "Leader's phone", { required: true, rule: 'phone' }),
    contactName: text('联系人', 'Contact', { required: true, max: 20 }),
    contactTitle: text('联系人职务', "Contact's position", { max: 50 }),
    contactDept: text('所在部门', 'Department', { max: 50 }),
    contactPhone: text('联系人手机', "Contact's phone", { required: true, rule: 'phone' }),
    tel: text('办公电话', 'Office phone', { max: 20 }),
    email: text('电子邮箱', 'E-mail', { required: true, rule: 'email', max: 100 }),
    postAddress: text('通信地址', 'Postal address', { max: 200 }),
    operatorManager: text('运营商客户经理', 'Account manager of the operator', { max: 20 }),
    operatorManagerPhone: text('客户经理电话', "Manager's phone", { rule: 'phone' }),
    operatorCode: text('运营商集团客户编号', 'Customer number at the operator', { max: 50 }),
  },
  { saveOnly: { confirmTruth } },
)

const saveAlias = (last: string) => ({ ...contact.calls.save, path: contact.calls.save.path.replace(/save$/, last) })

/** The same call under the names that other clients use. */
export const contactAliases = { update: saveAlias('update'), submit: saveAlias('submit') }
