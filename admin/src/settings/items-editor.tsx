import { ActionIcon, Button, Center, Group, Input, Paper, Stack, Text, TextInput } from '@mantine/core';
import { ArrayItemType, type SettingFacts } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_LIMITS } from '@marquee/rules/settings';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { EntityName, EntityPicker } from '../pickers/entity-picker.tsx';
import { type DraftItem, newItem, problemIn, type ValueProblem } from './draft-value.ts';

type Props = {
  facts: SettingFacts;
  items: DraftItem[];
  problem: ValueProblem | undefined;
  onChange: (items: DraftItem[]) => void;
  /** How deep this list is: 0 for the items themselves. */
  depth?: number;
};

/** The items of a list, in their order, with their children up to the levels of the setting [ADS-02]. */
export function ItemsEditor({ facts, items, problem, onChange, depth = 0 }: Props) {
  const { arrayItemType: type } = facts;
  const isPicked = type === ArrayItemType.USER || type === ArrayItemType.FILM;
  const set = (index: number, item: DraftItem) => onChange(items.with(index, item));
  const move = (index: number, to: number) => {
    const item = items[index];
    if (item && to >= 0 && to < items.length) onChange(items.toSpliced(index, 1).toSpliced(to, 0, item));
  };
  const what = depth === 0 ? 'item' : 'child item';
  return (
    <Stack gap="xs" pl={depth > 0 ? 'lg' : 0}>
      {items.length === 0 && depth === 0 && <Text c="dimmed">This list is empty.</Text>}
      {items.map((item, index) => (
        <ItemRow
          key={item.id}
          {...{ facts, item, depth, isPicked }}
          place={`${what} ${index + 1}`}
          problem={problemIn(problem, String(index))}
          isFirst={index === 0}
          isLast={index === items.length - 1}
          onChange={(next) => set(index, next)}
          onMove={(by) => move(index, index + by)}
          onRemove={() => onChange(items.toSpliced(index, 1))}
        />
      ))}
      {items.length < SETTING_LIMITS.items &&
        (isPicked ? (
          <EntityPicker
            type={type}
            taken={items.map(({ name }) => name)}
            onPick={(id) => onChange([...items, newItem(id)])}
          />
        ) : (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'start' }}
            onClick={() => onChange([...items, newItem()])}
          >
            {depth === 0 ? 'Add item' : 'Add child item'}
          </Button>
        ))}
      {problem?.path === '' && <Input.Error>{problem.text}</Input.Error>}
    </Stack>
  );
}

type RowProps = {
  facts: SettingFacts;
  item: DraftItem;
  depth: number;
  isPicked: boolean;
  place: string;
  problem: ValueProblem | undefined;
  isFirst: boolean;
  isLast: boolean;
  onChange: (item: DraftItem) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function ItemRow({ facts, item, depth, isPicked, place, problem, isFirst, isLast, ...row }: RowProps) {
  const { onChange, onMove, onRemove } = row;
  const [nameProblem, labelProblem] = ['name', 'label'].map((name) => problemIn(problem, name)?.text);
  const problemId = useId();
  // Alt and an arrow move the item that has the focus.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  const { itemText: max } = SETTING_LIMITS;
  const text = (name: 'name' | 'label', label: string) => (
    <TextInput
      size="xs"
      label={label}
      aria-label={`${label} of ${place}`}
      maxLength={max}
      error={name === 'name' ? nameProblem : labelProblem}
      value={item[name]}
      onChange={({ currentTarget }) => onChange({ ...item, [name]: currentTarget.value })}
    />
  );
  return (
    <Paper
      withBorder
      p="xs"
      role="group"
      aria-label={place}
      aria-describedby={isPicked && nameProblem ? problemId : undefined}
      onKeyDown={onKeyDown}
    >
      <Group align={problem ? 'start' : 'end'} gap="xs">
        {isPicked ? (
          // As high as the field beside it.
          <Center mih={30}>
            <EntityName type={facts.arrayItemType} id={item.name} />
          </Center>
        ) : (
          text('name', 'Name')
        )}
        {text('label', 'Label')}
        <Group gap="xs" wrap="nowrap">
          <ActionIcon variant="default" aria-label={`Move ${place} up`} disabled={isFirst} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={`Move ${place} down`} disabled={isLast} onClick={() => onMove(1)}>
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon variant="default" c="red" aria-label={`Remove ${place}`} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {isPicked && nameProblem && (
        <Input.Error id={problemId} mt={4}>
          {nameProblem}
        </Input.Error>
      )}
      {depth < facts.levels && (
        <Stack mt="xs">
          <ItemsEditor
            facts={facts}
            items={item.children}
            depth={depth + 1}
            problem={problemIn(problem, 'children')}
            onChange={(children) => onChange({ ...item, children })}
          />
        </Stack>
      )}
    </Paper>
  );
}
