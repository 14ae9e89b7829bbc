import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MatterField, MatterFieldKind } from '#contract/flow/matter-fields.ts'
import { type MatterSample, matterSamples } from '#contract/flow/matter-samples.ts'
import type { Ctx } from '../engine/context.ts'
import { readDefinition } from './bpmn/read-definition.ts'

const field = (
  kind: MatterFieldKind,
  code: string,
  fieldName: string,
  more: Partial<MatterField> = {},
): MatterField => ({
  ...{ fieldName, kind, code, isRequired: 1, options: null },
  ...more,
})
const optional = { isRequired: 0 }

/** The fields of each sample. Like every declared form they have one language, that of the office. */
const fieldsOf: Readonly<Record<MatterSample, readonly MatterField[]>> = {
  seal: [
    field('text', 'reason', '用印事由'),
    field('choice', 'seal', '印章种类', { options: '单位公章\n合同专用章\n财务专用章\n法定代表人名章' }),
    field('decimal', 'copies', '用印份数'),
    field('person', 'keeper', '印章保管人'),
    field('files', 'papers', '用印文件'),
  ],
  instruction: [
    field('choice', 'documentType', '文种', { options: '请示\n报告' }),
    field('text', 'subject', '事由'),
    field('longText', 'body', '正文'),
    field('files', 'papers', '附件', optional),
  ],
  purchase: [
    field('text', 'item', '采购内容'),
    field('choice', 'method', '采购方式', {
      options: '公开招标\n邀请招标\n竞争性谈判\n竞争性磋商\n询价\n单一来源\n框架协议\n自行采购',
    }),
    field('money', 'amount', '预算金额'),
    field('longText', 'reason', '采购理由'),
    field('files', 'papers', '附件', optional),
  ],
  outing: [
    field('text', 'place', '外出地点'),
    field('text', 'reason', '外出事由'),
    field('date', 'firstDay', '外出日期'),
    field('date', 'lastDay', '返回日期'),
    field('text', 'phone', '联系电话'),
  ],
}

/** The form of a sample, and its definition with everything drawn. */
export const sampleOf = async ({ app }: Ctx, sample: MatterSample) => {
  const [name, nameEn] = matterSamples[sample]
  const file = readFileSync(join(import.meta.dirname, 'samples', `${sample}.bpmn20.xml`), 'utf8')
  const { xml } = await readDefinition(file, app.stageRules)
  return { form: { name, nameEn }, fields: fieldsOf[sample], xml }
}
