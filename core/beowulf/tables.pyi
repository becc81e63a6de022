from core.beowulf.components import Components

class Box:
    components: Components
    def __init__(self, components: Components) -> None: ...

def box_of(components: Components) -> Box: ...
