import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { hostileNames, readHostile } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'

/** What a reader learns about each file of tests/support/processes/hostile. */
const sentences: Readonly<Record<string, string>> = {
  'branch-waits': '并行网关“分开”（fork）的分支并不总是全部到达并行网关“汇合”（join）',
  'business-rule-task': '不支持业务规则任务“中间步骤”（step）',
  'call-activity': '不支持调用活动“中间步骤”（step）',
  'call-expression': '只能使用变量、属性、常量和运算符，不能调用方法',
  'choice-into-join': '并行网关“汇合”（join）汇聚的分支不是由同一个网关分出的',
  'countersign-again': '用户任务“会签”（task）有完成条件，回到它自己之前应经过另一个用户任务',
  'cross-border-flow': '连线（escape）的两端应是同一流程或同一子流程中的节点',
  'dead-end': '用户任务“之后没有路”（lost）没有出路',
  doctype: '流程文件不能包含 DOCTYPE 或 ENTITY 声明',
  'duplicate-id': '行的标识“task”重复',
  'endless-loop': '循环中没有必须由人办理的任务：排他网关“甲”（one）、排他网关“乙”（two）',
  'error-end': '结束事件“出错”（end）只能是普通结束或终止结束',
  'execution-listener': '流程“有问题的流程”（bad）不能包含执行监听器（executionListener）',
  'fork-as-loop-target': '并行网关“分开”（fork）是循环返回的目标',
  'fork-bypasses-join': '并行网关“分开”（fork）的分支可以不经过汇聚网关而离开',
  'fork-leaves-backwards': '并行网关“分开”（fork）的分支可以不经过并行网关“汇合”（join）而离开',
  'inclusive-join': '包容网关“汇合”（join）不能汇聚多条连线',
  incomplete: '流程文件不是完整的 XML',
  'mixed-expression': '整个值必须是一个',
  'nested-sub-process': '子流程“更深”（deeper）不能放在另一个子流程中',
  'no-assignee': '用户任务“办理”（task）没有指定办理人或候选人',
  'not-bpmn': '流程文件无法读取：内容不是 BPMN 2.0 流程定义',
  'not-executable': '流程“有问题的流程”（bad）未设为可执行',
  'other-engine': '用户任务“办理”（task）不能使用“候选组”（camunda:candidateGroups）',
  'prototype-id': '用户任务“办理”（constructor）的标识应以字母或下划线开头',
  'reserved-variable': '多人办理设置“办理”（task）的变量名“environment”不能使用',
  'script-condition': '条件（last）不能使用“语言”（language）',
  'script-task': '不支持脚本任务“中间步骤”（step）',
  'send-task': '不支持发送任务“中间步骤”（step）',
  'service-task': '不支持服务任务“中间步骤”（step）',
  'signal-event': '边界事件“收到信号”（caught）只能是定时事件',
  'stage-unknown': '用户任务“办理”（task）的环节“21”不存在',
  'task-listener': '用户任务“办理”（task）不能包含任务监听器（taskListener）',
  'timer-cycle': '边界事件“超时”（late）不能按周期重复',
  'timer-too-short': '边界事件“超时”（late）：时间“PT1S”有误：时长应不少于 1 分钟',
  'too-deep': '嵌套不能超过 12 层',
  'too-many-instances': '多人办理设置“办理”（task）的次数应为 1 到 50 的整数',
  'two-processes': '文件应有且只有一个流程，现有 2 个',
  'two-starts': '流程“有问题的流程”（bad）应有且只有一个开始事件，现有 2 个',
  'unclear-choice': '连线（one）（来自排他网关“选择”（choice））没有条件，也不是默认连线',
  'unknown-attribute': '用户任务“办理”（task）不能使用“跳过条件”（flowable:skipExpression）',
  'unknown-element': '第 9 行的“surprise”不是 BPMN 2.0 的元素',
  unreachable: '用户任务“无法到达”（lost）从开始事件无法到达',
  'unresolved-flow': '连线（task_elsewhere）的终点“elsewhere”不存在',
}

describe('hostile and wrong process files', () => {
  test('every file of the folder is in the table', () => {
    expect(hostileNames).toEqual(Object.keys(sentences).sort())
  })

  for (const [name, sentence] of Object.entries(sentences))
    test(`${name} is refused: ${sentence}`, async () => {
      const refusal: unknown = await compileDefinition(readHostile(name)).catch((error: unknown) => error)
      if (!(refusal instanceof Fail)) throw refusal
      expect(refusal.text[0]).toContain(sentence)
      expect(refusal.code).toBe(400)
      // in English, only what the author of the file wrote is Chinese
      expect(refusal.text[1].replace(/“[^”]*”/g, '')).not.toMatch(/[\u3400-\u9fff]/)
      expect('PWN' in globalThis).toBe(false)
    })
})
