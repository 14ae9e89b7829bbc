import { describe, expect, test } from 'vitest'
import { expression, readLeave } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'
import { convertDefinition } from './conversion.ts'
import { readDefinition } from './read-definition.ts'

const uris = { activiti: 'http://activiti.org/bpmn', camunda: 'http://camunda.org/schema/1.0/bpmn' }

/** A request with a choice, in the words of another engine. */
const foreign = (
  engine: keyof typeof uris,
  more: Readonly<Record<string, string>> = {},
) => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:e="${uris[engine]}" targetNamespace="http://bpmn.io/schema/bpmn">
  <!-- e:assignee="in a comment" -->
  <bpmn:process id="request" name="申请" ${more.process ?? 'isExecutable="true"'} e:versionTag="1">
    <bpmn:startEvent id="start" e:initiator="${more.initiator ?? 'starter'}" e:formKey="f" />
    <bpmn:userTask id="fill" name="填写" e:assignee='${more.assignee ?? expression('starter')}'>${more.inFill ?? ''}</bpmn:userTask>
    <bpmn:userTask id="approve" name="审批" e:candidateGroups="manager" ${more.approve ?? ''}>
      <bpmn:extensionElements><e:formData><e:formField id="x" type="string" /></e:formData></bpmn:extensionElements>
    </bpmn:userTask>
    <bpmn:exclusiveGateway id="choice" name="同意？" ${more.choice ?? ''} />
    <bpmn:endEvent id="end" />
    <bpmn:sequenceFlow id="f1" sourceRef="start" targetRef="fill" />
    <bpmn:sequenceFlow id="f2" sourceRef="fill" targetRef="approve" />
    <bpmn:sequenceFlow id="f3" sourceRef="approve" targetRef="choice" />
    <bpmn:sequenceFlow id="back" sourceRef="choice" targetRef="fill">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${expression('!pass')}</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="on" sourceRef="choice" targetRef="end">${more.on ?? ''}</bpmn:sequenceFlow>
  </bpmn:process>
</bpmn:definitions>`

const changesOf = async (xml: string) => (await convertDefinition(xml)).changes.map(([zh]) => zh)

describe('a file of another engine', () => {
  test.each(['activiti', 'camunda'] as const)(
    '%s is refused as it is, and can be deployed once it is converted',
    async (engine) => {
      const xml = foreign(engine)
      const { faults } = await readDefinition(xml)
      expect(faults.map(({ text }) => text[0])).toContain('用户任务“填写”（fill）没有指定办理人或候选人')
      const converted = await convertDefinition(xml)
      expect(converted.changes).toEqual([
        ['“e”的 7 处设置改为“flowable”的写法', '7 settings of “e” are written in the way of “flowable”'],
        ['连线（on）没有条件，设为排他网关“同意？”（choice）的默认连线', expect.any(String)],
        ['发起人变量“starter”改为“createUser”', expect.any(String)],
      ])
      const { tasks, notes } = await compileDefinition(converted.xml)
      expect(tasks).toMatchObject([{ assignee: expression('createUser') }, { candidateGroups: 'manager' }])
      expect(notes.map(({ text }) => text[0])).toEqual(['文件中的以下设置在本平台不起作用：表单'])
      // nothing else of the file has changed, and nothing is left to convert
      expect(converted.xml).toContain('<!-- e:assignee="in a comment" -->')
      expect(converted.xml).not.toContain(uris[engine])
      expect(await convertDefinition(converted.xml)).toEqual({ xml: converted.xml, changes: [] })
    },
  )

  test('that already says a thing in the words of Flowable keeps that', async () => {
    const xml = foreign('activiti', {
      approve: 'xmlns:flowable="http://flowable.org/bpmn" flowable:candidateGroups="boss"',
    })
    const { tasks } = await compileDefinition((await convertDefinition(xml)).xml)
    expect(tasks[1]?.candidateGroups).toBe('boss')
  })

  test('whose starter is named as the modeler of Activiti does', async () => {
    const { xml } = await convertDefinition(foreign('activiti', { assignee: '$INITIATOR' }))
    expect((await compileDefinition(xml)).tasks[0]?.assignee).toBe(expression('createUser'))
  })

  test('which names people by elements of the standard', async () => {
    const role = (name: string, text: string) =>
      `<bpmn:${name}><bpmn:resourceAssignmentExpression><bpmn:formalExpression>${text}</bpmn:formalExpression></bpmn:resourceAssignmentExpression></bpmn:${name}>`
    const people = role('humanPerformer', '7') + role('potentialOwner', 'user(8), group(manager), boss')
    const xml = foreign('activiti', { inFill: people }).replace(/ e:assignee='[^']*'/, '')
    expect((await readDefinition(xml)).faults.map(({ text }) => text[0])).toContain('不支持候选人设置“填写”（fill）')
    expect((await compileDefinition((await convertDefinition(xml)).xml)).tasks[0]).toMatchObject({
      assignee: '7',
      candidateUsers: '8',
      candidateGroups: 'manager,boss',
    })
  })
})

describe('what an editor leaves', () => {
  test('a process that is not executable becomes executable', async () => {
    const xml = foreign('camunda', { process: 'isExecutable="false"' })
    expect(await changesOf(xml)).toContain('流程“申请”（request）设为可执行')
    await expect(compileDefinition((await convertDefinition(xml)).xml)).resolves.toBeTruthy()
  })

  test('a condition without braces gets them, unless it is no expression', async () => {
    const on =
      '<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">pass &amp;&amp; days &lt; 3</bpmn:conditionExpression>'
    const xml = foreign('camunda', { on })
    expect(await changesOf(xml)).toContain(`连线（on）的条件写成表达式“${expression('pass && days < 3')}”`)
    const { xml: converted } = await compileDefinition((await convertDefinition(xml)).xml)
    expect(converted).toContain(`${expression('pass &amp;&amp; days &lt; 3')}</bpmn:conditionExpression>`)
    for (const text of ['1', 'yes no', '=approved']) {
      const changes = await changesOf(foreign('camunda', { on: on.replace(/>pass.*3</, `>${text}<`) }))
      expect(changes.filter((change) => change.includes('写成表达式'))).toEqual([])
    }
  })

  test('a condition of a default flow, which is never read, goes', async () => {
    const on = `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${expression('pass')}</bpmn:conditionExpression>`
    const xml = foreign('camunda', { choice: 'default="on"', on })
    expect(await changesOf(xml)).toContain('连线（on）是默认连线，去掉从不判断的条件')
    await expect(compileDefinition((await convertDefinition(xml)).xml)).resolves.toBeTruthy()
    // also one that gets braces by the same conversion
    const { xml: converted } = await convertDefinition(
      foreign('camunda', { choice: 'default="on"', on: on.replace(expression('pass'), 'pass') }),
    )
    expect(converted).toContain('<bpmn:sequenceFlow id="on" sourceRef="choice" targetRef="end"></bpmn:sequenceFlow>')
  })

  test('a file of this platform has nothing to convert, and one that cannot be read gets its sentences elsewhere', async () => {
    expect(await convertDefinition(readLeave())).toEqual({ xml: readLeave(), changes: [] })
    expect(await changesOf('<a>')).toEqual([])
  })
})
