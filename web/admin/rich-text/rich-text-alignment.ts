import { type Editor, Extension } from '@tiptap/core'
import { type Alignment, alignmentClass, alignmentOf } from '#contract/rich-text.ts'

const types = ['paragraph', 'heading']

/** The alignment of paragraphs and headings, a class of the allow-list; null to the left. */
export const alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types,
      attributes: {
        alignment: {
          default: null,
          parseHTML: (element: HTMLElement) =>
            alignmentOf({
              class: element.getAttribute('class'),
              style: element.getAttribute('style'),
              align: element.getAttribute('align'),
            }),
          renderHTML: ({ alignment: value }: { readonly alignment?: Alignment | null }) =>
            value ? { class: alignmentClass[value] } : {},
        },
      },
    },
  ],
})

type Chain = ReturnType<Editor['chain']>

/** Aligns the selected paragraphs and headings. */
export const align = (chain: Chain, value: Alignment | null): Chain => {
  for (const type of types) chain.updateAttributes(type, { alignment: value })
  return chain
}

/** Whether the text at the cursor has this alignment. */
export const isAligned = (editor: Editor, value: Alignment | null): boolean => {
  const current = (['center', 'right'] as const).find((one) => editor.isActive({ alignment: one })) ?? null
  return current === value
}
