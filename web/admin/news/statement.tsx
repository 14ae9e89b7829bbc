import type { RowOf } from '#contract/kit/entity.ts'
import { statementAt } from '#contract/news/place.ts'
import { statement } from '#contract/news/statement.ts'
import { statementMarks } from '#contract/news/statement-kinds.ts'
import { AddressLink } from '#web/base/page/address-link.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import type { Columns } from '../table/table-columns.tsx'

const { operator, contact } = statementMarks

const form: FormOptions = {
  note: [
    `保存后立即对外更新。正文留空，即使用平台自带的文本。${operator}和${contact}在页面上显示为参数“主办单位”和“联系电话”的内容。版本升高后，企业和运营商的用户下次使用时须再次同意隐私政策和用户协议。`,
    `Changes go live as soon as you save. An empty content is the text that the platform brings. ${operator} and ${contact} are replaced by the parameters “Operated by” and “Phone” on the page. After a new version, users of enterprises and operators are asked again to agree to the privacy policy and the terms of use.`,
  ],
}

const columns: Columns<typeof statement> = [
  {
    name: 'page',
    label: ['页面', 'Page'],
    after: 'titleEn',
    cell: ({ code }: RowOf<typeof statement>) => <AddressLink address={statementAt(code)} />,
  },
]

/** The statements of the site: five rows, which can be changed. */
export const Statements = () => (
  <RecordList of={statement} source={usePageSource(statement)} columns={columns} form={form} />
)
