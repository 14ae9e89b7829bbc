import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { commonOpinion } from '#contract/work/common-opinion.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import type { Columns } from '../table/table-columns.tsx'

const note: Text = [
  '可用变量：{项目}、{企业}、{环节}、{缺少材料}，插入意见时换成所办事项的内容。没有内容的变量留下【缺少材料】这样的标记，补充或删去后才能提交。',
  'Variables: {project}, {enterprise}, {stage}, {missing material}; an inserted text has the values of the matter. One without a value leaves a mark such as 【missing material】, which has to be replaced before the opinion is sent.',
]

const ownFields = ({ isOffice: _, ...fields }: Fields): Fields => fields
const form: FormOptions = { note }
const ownForm: FormOptions = { note, fields: ownFields }

const columns: Columns<typeof commonOpinion> = [{ name: 'text', cell: ({ text }) => text }]

/** The user's own texts, and those of the office for who keeps them. */
export const CommonOpinions = () => {
  const may = useMay()
  return (
    <RecordList
      of={commonOpinion}
      source={usePageSource(commonOpinion)}
      searchFields={['isOffice']}
      columns={columns}
      form={may(`${commonOpinion.code}_office`) ? form : ownForm}
    />
  )
}
