import { describe, expect, test } from 'vitest'
import type { BpmnElement } from './bpmn-element.ts'
import { editTags, type TagEditor } from './tag-edits.ts'

const element = ($type: string, id?: string) => ({ $type, id }) as BpmnElement
const task = element('bpmn:UserTask', 'a')
const flow = element('bpmn:SequenceFlow', 'f')

const file = `<b:definitions>
  <!-- <b:userTask id="a"> in a comment -->
  <b:userTask id="a" name="甲"><b:owner>7</b:owner><b:other><b:owner>8</b:owner></b:other></b:userTask>
  <b:userTask id='b' />
  <b:sequenceFlow id="f"><b:condition k=">">pass</b:condition></b:sequenceFlow>
  <b:shape id="a" />
</b:definitions>`
const edited = (...changes: ((editor: TagEditor) => void)[]) => editTags(file, changes)

describe('changes at the tags of elements', () => {
  test('leave the text as it is if there are none, or if their element is not in it', () => {
    expect(edited()).toBe(file)
    expect(edited((editor) => editor.setAttribute(element('bpmn:UserTask', 'c'), 'x', '1'))).toBe(file)
    expect(edited((editor) => editor.setAttribute(element('bpmn:EndEvent', 'a'), 'x', '1'))).toBe(file)
    expect(edited((editor) => editor.removeChild(task, 'condition'))).toBe(file)
    expect(edited((editor) => editor.setChildText(element('bpmn:UserTask', 'b'), 'owner', '9'))).toBe(file)
  })

  test('write several attributes of one tag, of this element only', () => {
    const text = edited(
      (editor) => editor.setAttribute(task, 'x', '"1" & 2'),
      (editor) => editor.setAttribute(element('bpmn:UserTask', 'b'), 'z', '3'),
      (editor) => editor.setAttribute(task, 'name', '乙'),
    )
    expect(text).toBe(
      file
        .replace('<b:userTask id="a" name="甲">', '<b:userTask x="&quot;1&quot; &amp; 2" id="a" name="乙">')
        .replace("<b:userTask id='b' />", `<b:userTask z="3" id='b' />`),
    )
  })

  test('change a child, not one that is deeper, together with the tag around it', () => {
    const text = edited(
      (editor) => editor.removeChild(task, 'owner'),
      (editor) => editor.setAttribute(task, 'name', '乙'),
      (editor) => editor.setChildText(flow, 'condition', 'a < b'),
    )
    expect(text).toBe(
      file.replace('name="甲"><b:owner>7</b:owner>', 'name="乙">').replace('k=">">pass<', 'k=">">a &lt; b<'),
    )
  })

  test('of one child count in their order', () => {
    const set = (editor: TagEditor) => editor.setChildText(flow, 'condition', 'x')
    const remove = (editor: TagEditor) => editor.removeChild(flow, 'condition')
    expect(edited(set, remove)).toContain('<b:sequenceFlow id="f"></b:sequenceFlow>')
    expect(edited(remove, set)).toContain('k=">">x</b:condition>')
  })
})
