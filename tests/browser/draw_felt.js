// Draws a felt of a size that fills the window, from the events of a round. `how` changes the scene; with `about`, what a house says of the game, it is the usual felt.
async ([game, events, how]) => {
  const { Felt } = await import("/js/felt/felt.js");
  const { usualPlaces } = await import("/js/felt/usual.js");
  const places = how.about ? usualPlaces(how.about) : (await import(`/js/games/${game}/felt.js`)).default;
  const { Layout } = await import("/js/layout.js");
  window.felt?.end();
  const box = document.getElementById("box");
  box.style.cssText = "position: fixed; inset: 0";
  const layout = new Layout();
  for (const e of events) layout.apply(e);
  const people = new Map();
  for (const [seat, id] of layout.seats) {
    const folded = layout.hand(`seat ${seat}`).folded;
    people.set(seat, { id, name: layout.called(id), chips: 128400, state: seat === how.seat ? "turn" : folded ? "folded" : "waits", note: "" });
  }
  const areas = new Map(Object.entries(how.areas || {}));
  for (const stake of layout.stakesOf(how.seat)) areas.set(`${stake.wager}/${stake.hand}`, { state: "chosen", amount: stake.amount });
  window.pressed = [];
  window.felt = new Felt(game, places, {
    onArea: (wager, hand, line) => window.pressed.push(["area", wager, hand, line]),
    onAreaBack: (wager, hand) => window.pressed.push(["back", wager, hand]),
  });
  window.scene = {
    layout, people, areas, events,
    seat: how.seat,
    positions: layout.seats.size,
    meter: game === "caribbean_stud" ? 7341862 : null,
    clock: { ends: 18000, total: 30000 },
    now: () => 0,
    hand: 1,
    call: `Seat ${how.seat}: bet or fold?`,
    ...how.scene,
  };
  box.append(window.felt.element);
  window.felt.draw(window.scene);
};
