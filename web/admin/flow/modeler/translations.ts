import { type Lang, localize, type Text } from '#contract/kit/text.ts'

/** The texts of the palette, the context pad and the menus that can appear here; bpmn-js itself knows the English ones. */
const texts: readonly Text[] = [
  ['移动画布', 'Activate hand tool'],
  ['框选', 'Activate lasso tool'],
  ['增减间距', 'Activate create/remove space tool'],
  ['连线', 'Activate global connect tool'],
  ['开始事件', 'Create start event'],
  ['结束事件', 'Create end event'],
  ['网关', 'Create gateway'],
  ['用户任务', 'Create user task'],
  ['服务任务', 'Create service task'],
  ['子流程', 'Create expanded sub-process'],
  ['定时边界事件', 'Create timer boundary event'],
  ['追加结束事件', 'Append end event'],
  ['追加网关', 'Append gateway'],
  ['追加用户任务', 'Append user task'],
  ['更改类型', 'Change element'],
  ['添加注释', 'Add text annotation'],
  ['连接到其他元素', 'Connect to other element'],
  ['连接注释', 'Connect using association'],
  ['删除', 'Delete'],
  ['打开 {element}', 'Open {element}'],
  ['结束事件', 'End event'],
  ['终止结束事件', 'Terminate end event'],
  ['排他网关', 'Exclusive gateway'],
  ['并行网关', 'Parallel gateway'],
  ['包容网关', 'Inclusive gateway'],
  ['用户任务', 'User task'],
  ['连线', 'Sequence flow'],
  ['默认流', 'Default flow'],
  ['条件流', 'Conditional flow'],
  ['定时边界事件', 'Timer boundary event'],
  ['定时边界事件（不中断任务）', 'Timer boundary event (non-interrupting)'],
  ['并行多实例', 'Parallel multi-instance'],
  ['串行多实例', 'Sequential multi-instance'],
  ['对齐元素', 'Align elements'],
  ['水平等距分布', 'Distribute elements horizontally'],
  ['垂直等距分布', 'Distribute elements vertically'],
  ['左对齐', 'Align elements left'],
  ['右对齐', 'Align elements right'],
  ['居中对齐', 'Align elements center'],
  ['顶端对齐', 'Align elements top'],
  ['底端对齐', 'Align elements bottom'],
  ['垂直居中对齐', 'Align elements middle'],
  ['在图中搜索', 'Search in diagram'],
  ['没有匹配的元素', 'No matching elements found'],
  ['流程须保留在图中', 'flow elements must be children of pools/participants'],
  ['元素', 'element'],
]

/** The translation module of bpmn-js for a language; placeholders such as {element} are filled in. */
export const translateIn = (lang: Lang) => {
  const byEnglish = new Map(texts.map((text) => [text[1], localize(text, lang)]))
  return (template: string, values: Readonly<Record<string, string>> = {}): string =>
    (byEnglish.get(template) ?? template).replace(/\{(\w+)\}/g, (mark, name) => values[name] ?? mark)
}
