import { Button, Code, CopyButton, List, Stack, Tabs, Text } from '@mantine/core';
import go from './snippets/go.txt?raw';
import node from './snippets/node.txt?raw';
import php from './snippets/php.txt?raw';
import python from './snippets/python.txt?raw';

const SNIPPETS = [
  { name: 'Node.js', code: node },
  { name: 'Python', code: python },
  { name: 'Go', code: go },
  { name: 'PHP', code: php },
];

/** Explains how a program verifies that a request comes from here. */
export function Verify() {
  return (
    <Stack gap="md">
      <Text>Verify each request before you believe it. The signatures follow Standard Webhooks.</Text>
      <List size="sm">
        <List.Item>Use the body’s bytes as they came, not what you parsed of them.</List.Item>
        <List.Item>Refuse a request whose timestamp is more than five minutes away.</List.Item>
        <List.Item>
          Remember each <Code>webhook-id</Code>: a delivery may come twice, and keeps its id.
        </List.Item>
        <List.Item>Answer with a status of 2xx within seconds, and do the work afterwards.</List.Item>
      </List>
      <Tabs defaultValue={SNIPPETS[0]?.name} keepMounted={false}>
        <Tabs.List mb="sm">
          {SNIPPETS.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map(({ name, code }) => (
          <Tabs.Panel key={name} value={name}>
            <Stack gap="xs" align="stretch">
              <Code block tabIndex={0} aria-label={`Verify in ${name}`}>
                {code}
              </Code>
              <CopyButton value={code}>
                {({ copied, copy }) => (
                  <Button variant="default" size="xs" w="fit-content" onClick={copy}>
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
