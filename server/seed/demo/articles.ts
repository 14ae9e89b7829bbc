/** Values for a demonstration article; `picture` is the address of a picture in its text. */
interface ArticleContent {
  readonly title: string
  readonly requirements: number
  readonly picture: string
}

/** A simple article: four paragraphs. */
export const plainArticle = ({ title, requirements }: Omit<ArticleContent, 'picture'>): string =>
  [
    `${title}（演示内容）。本文为平台演示数据，用于说明页面的版式与功能，不代表任何机构的正式文件。`,
    '一、背景。5G与工业互联网的融合应用正从单点试验走向规模推广，企业在网络建设、设备改造与安全防护方面形成了可复制的经验。',
    `二、主要内容。围绕基础设施、厂区现场升级、关键环节应用和网络安全防护四个方面提出${requirements}项工作要求，明确责任分工和时间安排。`,
    '三、工作建议。申报单位应如实填写项目信息，按照要求提供证明材料；各级审核部门应一次性告知需要修改的内容。',
  ]
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')

const rows = [
  ['基础设施', '5G专用网络覆盖厂区，边缘节点在园区内部署', '2026年6月'],
  ['厂区现场升级', '哑设备联网改造，关键工序设备接入率不低于80%', '2026年9月'],
  ['关键环节应用', '落地不少于3个典型应用场景，形成量化成效', '2026年10月'],
  ['网络安全防护', '完成定级备案，每年至少组织2次应急演练', '2026年12月'],
]
const cells = (tag: 'th' | 'td', row: readonly string[]) =>
  `<tr>${row.map((cell) => `<${tag}><p>${cell}</p></${tag}>`).join('')}</tr>`

/** An article with all features of the editor: headings, lists, a table, a quotation, a link, a picture. */
export const richArticle = ({ title, requirements, picture }: ArticleContent): string =>
  [
    `<p><strong>${title}（演示内容）。</strong>本文为平台演示数据，用于说明页面的版式与功能，不代表任何机构的正式文件。</p>`,
    '<h2>一、背景</h2>',
    '<p>5G与工业互联网的融合应用正从单点试验走向规模推广，企业在网络建设、设备改造与安全防护方面形成了可复制的经验。</p>',
    `<p><img src="${picture}" alt="厂房与通信铁塔（演示图）"></p>`,
    '<h2>二、主要内容</h2>',
    `<p>围绕以下四个方面提出${requirements}项工作要求，明确责任分工和时间安排：</p>`,
    `<table><tbody>${cells('th', ['方面', '要求', '完成时间'])}${rows.map((row) => cells('td', row)).join('')}</tbody></table>`,
    '<h3>（一）申报单位</h3>',
    '<ol><li><p>如实填写项目信息，按照要求提供证明材料；</p></li><li><p>涉及运营商的内容，须经对应运营商确认；</p></li><li><p>逾期未提交的，系统自动关闭填报入口。</p></li></ol>',
    '<h3>（二）审核部门</h3>',
    '<ul><li><p>一次性告知需要修改的内容；</p></li><li><p>退回意见标注到具体字段。</p></li></ul>',
    '<blockquote><p>演示说明：以上时间与比例均为示例，不作为申报依据。</p></blockquote>',
    '<h2>三、查询方式</h2>',
    '<p>办理进度可在<a href="/lookUp">申报进度查询</a>中按申报编号查看。</p>',
  ].join('')
